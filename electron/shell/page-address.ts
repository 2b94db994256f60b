/** The page's origin in the desktop app. Requests to and messages from other origins are refused. */
export const PAGE_ORIGIN = 'app://strobe';
export const PAGE_URL = `${PAGE_ORIGIN}/`;

/** Whether a URL belongs to the page. It compares the parts, because `URL.origin` is 'null' for schemes that Node does not know. */
export function isPageUrl(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed?.protocol === 'app:' && parsed.host === 'strobe' && parsed.username === '' && parsed.password === '';
}

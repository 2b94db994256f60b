/** The page's origin in the desktop app. Nothing else is loaded, and nobody else is listened to. */
export const PAGE_ORIGIN = 'app://strobe';
export const PAGE_URL = `${PAGE_ORIGIN}/`;

/** Tells whether a URL is one of the page's own. `new URL().origin` is 'null' for schemes that Node does not know, hence the parts. */
export function isPageUrl(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed?.protocol === 'app:' && parsed.host === 'strobe' && parsed.username === '' && parsed.password === '';
}

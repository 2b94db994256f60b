import type { Shell } from 'electron';

/**
 * Opens an address in the computer's browser if it is on the list: the same origin and path, or below a path that ends with a slash. Any other one is
 * refused, since a page that was taken over could start programs by their addresses. Returns whether it was opened.
 */
export function openExternalLink(address: string, allowed: readonly string[], shell: Pick<Shell, 'openExternal'>): boolean {
  const url = URL.parse(address);
  if (!url || !allowed.some((one) => isWithin(url, new URL(one)))) return false;
  // Without query and fragment, which the listed pages do not need. A failure means that the computer has no browser.
  void shell.openExternal(url.origin + url.pathname).catch(() => undefined);
  return true;
}

function isWithin(url: URL, allowed: URL): boolean {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  if (url.username !== '' || url.password !== '' || url.origin !== allowed.origin) return false;
  return url.pathname === allowed.pathname || (allowed.pathname.endsWith('/') && url.pathname.startsWith(allowed.pathname));
}

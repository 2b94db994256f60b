import type { SignedIn } from './sign-in.ts';

type Cookie = SignedIn['cookie'];
type Browser = (cookie: Cookie) => Promise<void>;

const cookies = new Set<Cookie>();
const browsers = new Set<Browser>();

/** Registers a station: every present and later browser gets its cookie. The returned function unregisters it. */
export async function addStation(cookie: Cookie): Promise<() => void> {
  cookies.add(cookie);
  await Promise.all([...browsers].map((browser) => browser(cookie)));
  return () => cookies.delete(cookie);
}

/** Signs a browser in to every present and later station of this process. The returned function ends that. */
export async function signInBrowser(browser: Browser): Promise<() => void> {
  browsers.add(browser);
  await Promise.all([...cookies].map((cookie) => browser(cookie)));
  return () => browsers.delete(browser);
}

import type { SignedIn } from './sign-in.ts';

type Cookie = SignedIn['cookie'];
type Browser = (cookie: Cookie) => Promise<void>;

const cookies = new Set<Cookie>();
const browsers = new Set<Browser>();

/** A station was started: every browser that is watched gets its cookie, and each that comes later. Returns what forgets it. */
export async function addStation(cookie: Cookie): Promise<() => void> {
  cookies.add(cookie);
  await Promise.all([...browsers].map((browser) => browser(cookie)));
  return () => cookies.delete(cookie);
}

/** Signs a browser in to every station that this process has started, and to those that it starts. Returns what ends that. */
export async function signInBrowser(browser: Browser): Promise<() => void> {
  browsers.add(browser);
  await Promise.all([...cookies].map((cookie) => browser(cookie)));
  return () => browsers.delete(browser);
}

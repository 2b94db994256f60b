import { SESSION_PATH, TOKEN_FRAGMENT } from '#contract/station/sign-in.ts';
import { findStartAddress } from '#station/sign-in/start-file.ts';

/** A signed-in browser: its headers and cookie. */
export interface SignedIn {
  /** The headers of a request of its page. */
  headers: { origin: string; cookie: string };
  /** The cookie for Playwright. */
  cookie: { name: string; value: string; url: string };
}

/** Signs in by a start address, like the page. Throws when the station refuses. */
export async function signIn(startAddress: string): Promise<SignedIn> {
  const { origin, hash } = new URL(startAddress);
  const answer = await fetch(origin + SESSION_PATH, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ token: hash.slice(TOKEN_FRAGMENT.length) }),
  });
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  if (answer.status !== 204) throw new Error(`the sign-in was answered with ${answer.status}: ${await answer.text()}`);
  const [name = '', value = ''] = cookie.split('=');
  return { headers: { origin, cookie }, cookie: { name, value, url: origin } };
}

/** Signs in to the station that runs on a data folder, by the start address in its file. */
export async function signInTo(folder: string): Promise<SignedIn> {
  const address = findStartAddress(folder);
  if (address === undefined) throw new Error(`no station is running on ${folder}`);
  return signIn(address);
}

/** Opens the WebSocket of a station. Rejects when it is refused. */
export async function openStationSocket(url: string, headers: Record<string, string>): Promise<WebSocket> {
  // Node's WebSocket accepts headers, unlike a browser's.
  const socket = new WebSocket(`${url.replace('http', 'ws')}/rpc`, { headers } as unknown as string[]);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true });
    socket.addEventListener('error', () => reject(new Error('the station refused the WebSocket')), { once: true });
  });
  return socket;
}

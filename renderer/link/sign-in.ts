import { SESSION_PATH, TOKEN_FRAGMENT } from '#contract/station/sign-in.ts';

/** Thrown by an opening of the way to a station that lets in only browsers which have signed in. */
export class NotSignedIn extends Error {
  override readonly name = 'NotSignedIn';
}

/** Takes the one-time token out of the page's address, so that it stays in no history and is read by nobody who looks on; undefined when there is none. */
export function takeToken(): string | undefined {
  const { hash, pathname, search } = window.location;
  if (!hash.startsWith(TOKEN_FRAGMENT)) return undefined;
  history.replaceState(history.state, '', pathname + search);
  return hash.slice(TOKEN_FRAGMENT.length);
}

/** Exchanges the token for the session cookie. A token that is refused changes nothing: the browser may have signed in before. */
export async function exchangeToken(token: string, signal: AbortSignal): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(SESSION_PATH, { method: 'POST', headers, body: JSON.stringify({ token }), signal });
  if (!answer.ok && answer.status !== 401) throw new Error(`The sign-in was answered with ${answer.status}.`);
}

/** Whether the station says that this browser has not signed in. A station that cannot be asked says nothing. */
export async function isRefused(signal: AbortSignal): Promise<boolean> {
  const answer = await fetch(SESSION_PATH, { cache: 'no-store', signal }).catch(() => undefined);
  return answer?.status === 401;
}

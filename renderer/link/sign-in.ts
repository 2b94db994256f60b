import { SESSION_PATH, TOKEN_FRAGMENT } from '#contract/station/sign-in.ts';

/** Thrown when the link cannot open because this browser is not signed in. */
export class NotSignedIn extends Error {
  override readonly name = 'NotSignedIn';
}

/**
 * Removes the one-time token from the page's address, so that it is neither in the history nor visible on the screen, and returns it;
 * undefined if there is none.
 */
export function takeToken(): string | undefined {
  const { hash, pathname, search } = window.location;
  if (!hash.startsWith(TOKEN_FRAGMENT)) return undefined;
  history.replaceState(history.state, '', pathname + search);
  return hash.slice(TOKEN_FRAGMENT.length);
}

/** Exchanges the token for the session cookie. A refused token is ignored, because the browser may be signed in already. */
export async function exchangeToken(token: string, signal: AbortSignal): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(SESSION_PATH, { method: 'POST', headers, body: JSON.stringify({ token }), signal });
  if (!answer.ok && answer.status !== 401) throw new Error(`The sign-in was answered with ${answer.status}.`);
}

/** Whether the station says that this browser is not signed in. False if the station does not answer. */
export async function isRefused(signal: AbortSignal): Promise<boolean> {
  const answer = await fetch(SESSION_PATH, { cache: 'no-store', signal }).catch(() => undefined);
  return answer?.status === 401;
}

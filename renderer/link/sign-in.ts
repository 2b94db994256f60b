import { SESSION_PATH, SIGN_IN_HEADER, SIGN_INS, TOKEN_FRAGMENT, type SignInWay } from '#contract/station/sign-in.ts';

/** Thrown when the link cannot open because this browser is not signed in. */
export class NotSignedIn extends Error {
  override readonly name = 'NotSignedIn';
  /** How it signs in. */
  readonly way: SignInWay;

  constructor(way: SignInWay) {
    super('The station does not know this browser.');
    this.way = way;
  }
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

/** How this browser signs in, if the station says that it is not signed in; undefined otherwise, also if the station does not answer. */
export async function findSignInWay(signal: AbortSignal): Promise<SignInWay | undefined> {
  const answer = await fetch(SESSION_PATH, { cache: 'no-store', signal }).catch(() => undefined);
  if (answer?.status !== 401) return undefined;
  const way = answer.headers.get(SIGN_IN_HEADER);
  return SIGN_INS.find((known) => known === way) ?? 'start-address';
}

import { SESSION_PATH, SIGN_IN_HEADER, SIGN_INS, TOKEN_FRAGMENT, type SignInWay } from '#contract/station/sign-in.ts';
import { ProblemError } from '#contract/problem.ts';
import { openSession } from '../domain/browser/open-session.ts';

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

const WALL = /^\/wall\/([\w-]+)$/;

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
  await openSession({ token }, signal).catch(ignoreRefusal);
}

/**
 * Opens the session of a wall screen, whose token is in the address, and returns whether it has one now. The token stays in the address, since the screen
 * opens it again after each start.
 */
export async function openWallSession(signal: AbortSignal): Promise<boolean> {
  const wall = WALL.exec(window.location.pathname)?.[1];
  if (wall === undefined) return false;
  return openSession({ wall }, signal).then(
    () => true,
    (error: unknown) => {
      ignoreRefusal(error);
      return false;
    },
  );
}

/** How this browser signs in, if the station says that it is not signed in; undefined otherwise, also if the station does not answer. */
export async function findSignInWay(signal: AbortSignal): Promise<SignInWay | undefined> {
  const answer = await fetch(SESSION_PATH, { cache: 'no-store', signal }).catch(() => undefined);
  if (answer?.status !== 401) return undefined;
  const way = answer.headers.get(SIGN_IN_HEADER);
  return SIGN_INS.find((known) => known === way) ?? 'start-address';
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ProblemError) || error.status !== 401) throw error;
}

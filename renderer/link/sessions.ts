import { ProblemError } from '#contract/problem.ts';
import { openSession } from '../domain/browser/open-session.ts';

const WALL = /^\/wall\/([\w-]+)$/;

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

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ProblemError) || error.status !== 401) throw error;
}

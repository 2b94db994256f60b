import { ProblemError, problemSlug, type Problem } from '#contract/problem.ts';
import { SESSION_PATH } from '#contract/station/sign-in.ts';
import type { SignInRequest } from '#contract/station/sign-in-request.ts';

/** Opens a session for this browser, whose secret is in a cookie. Rejects with the problem of the station. */
export async function openSession(request: SignInRequest, signal?: AbortSignal): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const sent = { method: 'POST', headers, body: JSON.stringify(request), ...(signal && { signal }) };
  const answer = await fetch(SESSION_PATH, sent).catch((cause: unknown) => {
    throw new ProblemError('station-unreachable', { detail: 'The station did not respond.' }, { cause });
  });
  if (answer.ok) return;
  const problem = (await answer.json().catch(() => undefined)) as Partial<Problem> | undefined;
  const slug = problemSlug(problem?.type ?? '');
  if (!problem || slug === undefined)
    throw new ProblemError('station-unreachable', { detail: `The sign-in was answered with ${answer.status}.` });
  throw new ProblemError(slug, { detail: problem.detail ?? '', ...(problem.errors && { errors: problem.errors }) });
}

import { ProblemError, problemSlug } from '#contract/problem.ts';
import { problemSchema } from '#contract/problem-schema.ts';
import { SESSION_PATH, type SignInRequest } from '#contract/station/sign-in.ts';

/** Opens a session for this browser, whose secret is in a cookie. Rejects with the problem of the station. */
export async function openSession(request: SignInRequest, signal?: AbortSignal): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const sent = { method: 'POST', headers, body: JSON.stringify(request), ...(signal && { signal }) };
  const answer = await fetch(SESSION_PATH, sent).catch((cause: unknown) => {
    throw new ProblemError('station-unreachable', { detail: 'The station did not respond.' }, { cause });
  });
  if (answer.ok) return;
  const problem = problemSchema.safeParse(await answer.json().catch(() => undefined));
  if (!problem.success) throw new ProblemError('station-unreachable', { detail: `The sign-in was answered with ${answer.status}.` });
  const { type, detail = '', errors } = problem.data;
  throw new ProblemError(problemSlug(type) ?? 'internal', { detail, ...(errors && { errors }) });
}

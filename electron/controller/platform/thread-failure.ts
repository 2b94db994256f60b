import { ProblemError, type ProblemContext, type ProblemSlug } from '#contract/problem.ts';

/** The part of a failure that survives a message between threads: a problem with its slug, or an error with its message and codes. */
export type ThreadFailure =
  | { kind: 'problem'; slug: ProblemSlug; context: ProblemContext }
  | { kind: 'error'; message: string; errcode?: number; code?: string };

/** Converts a failure for another thread. */
export function toThreadFailure(error: unknown): ThreadFailure {
  if (error instanceof ProblemError) return { kind: 'problem', slug: error.slug, context: error.context };
  if (!(error instanceof Error)) return { kind: 'error', message: String(error) };
  const failure: ThreadFailure = { kind: 'error', message: error.message };
  if ('errcode' in error && typeof error.errcode === 'number') failure.errcode = error.errcode;
  if ('code' in error && typeof error.code === 'string') failure.code = error.code;
  return failure;
}

/** Converts a failure from another thread back. */
export function fromThreadFailure(failure: ThreadFailure): Error {
  if (failure.kind === 'problem') return new ProblemError(failure.slug, failure.context);
  const { kind: _kind, message, ...codes } = failure;
  return Object.assign(new Error(message), codes);
}

import { ProblemError, type ProblemContext, type ProblemSlug } from '#contract/problem.ts';

/** Of a failure only what another thread can be told: of an error nothing arrives there but its text. */
export type ToldFailure =
  { kind: 'problem'; slug: ProblemSlug; context: ProblemContext } | { kind: 'error'; message: string; errcode?: number; code?: string };

/** A failure in the words that reach another thread. */
export function tellFailure(error: unknown): ToldFailure {
  if (error instanceof ProblemError) return { kind: 'problem', slug: error.slug, context: error.context };
  if (!(error instanceof Error)) return { kind: 'error', message: String(error) };
  const told: ToldFailure = { kind: 'error', message: error.message };
  if ('errcode' in error && typeof error.errcode === 'number') told.errcode = error.errcode;
  if ('code' in error && typeof error.code === 'string') told.code = error.code;
  return told;
}

/** The failure that another thread told. */
export function toldFailure(told: ToldFailure): Error {
  if (told.kind === 'problem') return new ProblemError(told.slug, told.context);
  const { kind: _kind, message, ...codes } = told;
  return Object.assign(new Error(message), codes);
}

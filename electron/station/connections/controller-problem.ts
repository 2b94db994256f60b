import { z } from 'zod';
import { ProblemError, problemSlug, type ProblemSlug } from '#contract/problem.ts';
import { fieldErrorSchema } from '#contract/problem-schema.ts';

/** A problem of any controller (RFC 9457): every field may be missing, and a field of the wrong type is ignored. */
const foreignProblemSchema = z.object({
  type: z.string().optional().catch(undefined),
  title: z.string().max(1_000).optional().catch(undefined),
  detail: z.string().max(10_000).optional().catch(undefined),
  instance: z.string().max(10_000).optional().catch(undefined),
  errors: z.array(fieldErrorSchema).max(1_000).optional().catch(undefined),
});

/** Converts an error answer to a `ProblemError`: with the controller's slug if Strobe knows it, else with a slug for the status. */
export function controllerProblem(status: number, body: unknown): ProblemError {
  const parsed = foreignProblemSchema.safeParse(body);
  if (!parsed.success) return new ProblemError(slugOf(status), { detail: `The controller answered with status ${status}.` });
  const { type, title, detail, instance, errors } = parsed.data;
  const context = { ...(instance === undefined ? {} : { instance }), ...(errors === undefined ? {} : { errors }) };
  const slug = type === undefined ? undefined : problemSlug(type);
  if (slug !== undefined) return new ProblemError(slug, { ...(detail === undefined ? {} : { detail }), ...context });
  const text = [title, detail].filter((part) => part !== undefined && part !== '').join(': ');
  return new ProblemError(slugOf(status), { detail: text || `The controller answered with status ${status}.`, ...context });
}

const SLUGS: Readonly<Record<number, ProblemSlug>> = {
  400: 'invalid-input',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  412: 'changed-meanwhile',
  413: 'payload-too-large',
  415: 'unsupported-media-type',
  422: 'invalid-input',
  429: 'too-many-requests',
};

function slugOf(status: number): ProblemSlug {
  if (status >= 500) return 'printer-failed';
  return SLUGS[status] ?? (status >= 400 ? 'controller-refused' : 'controller-answer-invalid');
}

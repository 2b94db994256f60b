import type { z } from 'zod';
import { ProblemError, problemSlug, type ProblemContext } from '#contract/problem.ts';
import { problemSchema } from '#contract/problem-schema.ts';

/** Milliseconds that the page waits for an answer. */
const LIMIT = 10_000;
/** Milliseconds that the page waits for the answer to a file, which may come over a slow network. */
const FILE_LIMIT = 120_000;

interface PlantRequest {
  path: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, with its type, in place of `body`. */
  file?: Blob;
  signal?: AbortSignal | undefined;
  /** Statuses that are answers, in addition to those below 300. */
  answers?: readonly number[];
}

/**
 * Sends a request to the plant that served this page. Rejects with a ProblemError: that of the plant, or `plant-unreachable` when there is no answer
 * within 10 s (2 min for a file) or one that is not of the plant; and with the reason of `signal` when that is aborted.
 */
export async function requestPlant({ path, method = 'GET', body, file, signal, answers = [] }: PlantRequest): Promise<Response> {
  const limit = AbortSignal.timeout(file ? FILE_LIMIT : LIMIT);
  const sent: RequestInit = { method, signal: signal ? AbortSignal.any([signal, limit]) : limit };
  if (body !== undefined) Object.assign(sent, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  if (file) Object.assign(sent, { headers: { 'content-type': file.type }, body: file });
  let answer: Response;
  try {
    answer = await fetch(path, sent);
  } catch (cause) {
    signal?.throwIfAborted();
    throw new ProblemError('plant-unreachable', { detail: 'The plant did not answer.' }, { cause });
  }
  if (answer.ok || answers.includes(answer.status)) return answer;
  throw await problemOf(answer);
}

/** The JSON of an answer. Rejects with a ProblemError when it does not have the form that this page knows. */
export async function readAnswer<Value>(answer: Response, schema: z.ZodType<Value>): Promise<Value> {
  let json: unknown;
  try {
    json = await answer.json();
  } catch (cause) {
    throw new ProblemError('plant-unreachable', { detail: 'The answer of the plant was cut off.' }, { cause });
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const place = parsed.error.issues[0]?.path.join('.') ?? '';
  const detail = `This page does not know the form of the plant's answer (${place}). Reload the page: the plant may have been updated.`;
  throw new ProblemError('internal', { detail }, { cause: parsed.error });
}

async function problemOf(answer: Response): Promise<ProblemError> {
  const json: unknown = await answer.json().catch(() => undefined);
  const parsed = problemSchema.safeParse(json);
  if (!parsed.success) {
    return new ProblemError('plant-unreachable', { detail: `The address of the plant answered with status ${answer.status}.` });
  }
  const { type, title, detail, errors } = parsed.data;
  const slug = problemSlug(type);
  // A newer plant may have problems that this page does not know.
  if (slug === undefined) return new ProblemError('internal', { detail: [title, detail].filter(Boolean).join('. ') });
  const context: ProblemContext = { detail: detail ?? title };
  if (errors !== undefined) context.errors = errors;
  return new ProblemError(slug, context);
}

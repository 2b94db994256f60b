import { isAxiosError, isCancel } from 'axios';
import { ProblemError, type ProblemContext, problemSlug } from '#contract/problem.ts';
import { problemSchema } from '#contract/problem-schema.ts';

/** The problem that a failed binary request was answered with; undefined if the request was aborted. */
export async function responseProblem(error: unknown): Promise<ProblemError | undefined> {
  if (isCancel(error)) return undefined;
  if (!isAxiosError(error)) throw error;
  if (!error.response) {
    return new ProblemError('controller-unreachable', { detail: 'The station is not responding.' }, { cause: error });
  }
  const text = await readText(error.response.data);
  return (
    toProblem(text) ??
    new ProblemError(
      'controller-answer-invalid',
      { detail: `The station responded with status ${error.response.status}.` },
      { cause: error },
    )
  );
}

async function readText(data: unknown): Promise<string> {
  if (typeof data === 'string') return data;
  if (data instanceof Blob) return await data.text();
  if (data instanceof ArrayBuffer) return new TextDecoder().decode(data);
  return JSON.stringify(data) ?? '';
}

function toProblem(text: string): ProblemError | undefined {
  const parsed = problemSchema.safeParse(parseJson(text));
  if (!parsed.success) return undefined;
  const { type, title, detail, instance, errors } = parsed.data;
  const context: ProblemContext = { detail: detail ?? title };
  if (instance !== undefined) context.instance = instance;
  if (errors !== undefined) context.errors = errors;
  return new ProblemError(problemSlug(type) ?? 'controller-answer-invalid', context);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

import { ProblemError } from '#contract/problem.ts';

/** A label nests at most 64 levels deep (limit of the API); an answer adds a few levels. */
const DEPTH_LIMIT = 72;

/** Parses the JSON of a controller. Throws `controller-answer-invalid` for invalid JSON, deep nesting, and a number that overflows (1e400). */
export function parseControllerJson(bytes: Uint8Array, contentType: string): unknown {
  const value = parseText(new TextDecoder().decode(bytes), contentType);
  check(value, DEPTH_LIMIT);
  return value;
}

function parseText(text: string, contentType: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const received = contentType === '' ? 'something else' : `"${contentType}"`;
    throw new ProblemError('controller-answer-invalid', { detail: `The controller answered ${received} instead of JSON.` }, { cause });
  }
}

function check(value: unknown, depth: number): void {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new ProblemError('controller-answer-invalid', { detail: 'The answer of the controller has a number that is out of range.' });
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth === 0) {
    throw new ProblemError('controller-answer-invalid', {
      detail: `The JSON of the controller nests deeper than ${DEPTH_LIMIT} levels.`,
    });
  }
  for (const inner of Object.values(value)) check(inner, depth - 1);
}

import { ProblemError } from '#contract/problem.ts';

/** Labels nest 64 deep at most (decisions of the interface); an answer of a controller adds a few levels. */
const DEPTH_LIMIT = 72;

/**
 * Parses the JSON that a controller answered. Throws `controller-answer-invalid` for what is no JSON, nests too deep, or holds
 * a number that does not exist (1e400).
 */
export function parseAnswer(bytes: Uint8Array, contentType: string): unknown {
  const value = parseText(new TextDecoder().decode(bytes), contentType);
  check(value, DEPTH_LIMIT);
  return value;
}

function parseText(text: string, contentType: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const what = contentType === '' ? 'something' : `"${contentType}"`;
    throw new ProblemError('controller-answer-invalid', { detail: `The controller answered ${what} where JSON was expected.` }, { cause });
  }
}

function check(value: unknown, depth: number): void {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new ProblemError('controller-answer-invalid', { detail: 'The controller answered a number that is too large to exist.' });
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth === 0) {
    throw new ProblemError('controller-answer-invalid', {
      detail: `The controller answered JSON that nests deeper than ${DEPTH_LIMIT} levels.`,
    });
  }
  for (const inner of Object.values(value)) check(inner, depth - 1);
}

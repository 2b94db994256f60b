import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseInput } from '#contract/parse-input.ts';
import { ProblemError, problemSlug, problemType } from '#contract/problem.ts';

const schema = z.strictObject({
  name: z.string(),
  count: z.number().int().min(1, 'must be at least 1'),
  'a/b~c': z.array(z.string()).optional(),
  isOn: z.boolean().optional(),
});

function faults(input: unknown): unknown {
  try {
    return parseInput(schema, input);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return error.context.errors;
  }
}

describe('a failed parse', () => {
  it('reports every fault in plain words with its pointer', () => {
    expect(faults({ count: 0, 'a/b~c': ['x', 7], isOn: 'yes', more: 1 })).toEqual([
      { pointer: '/name', detail: 'is missing' },
      { pointer: '/count', detail: 'must be at least 1' },
      { pointer: '/a~1b~0c/1', detail: 'must be text' },
      { pointer: '/isOn', detail: 'must be true or false' },
      { pointer: '/more', detail: 'is not known here' },
    ]);
  });

  it('requires a whole number for a fraction and a text', () => {
    expect(faults({ name: '', count: 1.5 })).toEqual([{ pointer: '/count', detail: 'must be a whole number' }]);
    expect(faults({ name: '', count: 'x' })).toEqual([{ pointer: '/count', detail: 'must be a number' }]);
  });

  it('names the body itself if it is invalid as a whole', () => {
    expect(faults([])).toEqual([{ pointer: '', detail: 'must be an object' }]);
  });
});

describe('the type of a problem', () => {
  it('gives its slug, and none for foreign types', () => {
    expect(problemSlug(problemType('in-use'))).toBe('in-use');
    expect(problemSlug('https://example.com/in-use')).toBeUndefined();
    expect(problemSlug('urn:strobe:problem:constructor')).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldErrors } from '#contract/parse-input.ts';

/** The messages for a value that a schema without own messages refuses. */
function messagesFor(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value);
  return error ? fieldErrors(error).map(({ detail }) => detail) : [];
}

describe('an issue without an own message', () => {
  it.each([
    [z.number().max(100), 101, 'must be at most 100'],
    [z.number().min(3), 1, 'must be at least 3'],
    [z.number().lt(3), 3, 'must be less than 3'],
    [z.number().positive(), 0, 'must be more than 0'],
    [z.string().max(3), 'four', 'must have at most 3 characters'],
    [z.string().min(1), '', 'must not be empty'],
    [z.string().min(2), '', 'must have at least 2 characters'],
    [z.array(z.string()).max(2), ['a', 'b', 'c'], 'must have at most 2 entries'],
    [z.array(z.string()).min(1), [], 'must not be empty'],
    [z.enum(['a', 'b', 'c']), 'd', 'must be a, b or c'],
    [z.literal('a'), 'd', 'must be a'],
    [z.union([z.literal(0), z.literal(90), z.literal(180)]), 45, 'must be 0, 90 or 180'],
    [z.union([z.string(), z.number()]), true, 'must be text or a number'],
    [z.union([z.string(), z.number()]), undefined, 'is missing'],
    [z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.string() })]), { c: 1 }, 'is not valid'],
    [
      z.discriminatedUnion('type', [z.object({ type: z.literal('a') }), z.object({ type: z.literal('b') })]),
      { type: 'c' },
      'must be a or b',
    ],
    [z.record(z.string().max(2), z.string()), { abc: 'd' }, 'its name must have at most 2 characters'],
    [z.number().multipleOf(2), 3, 'must be a multiple of 2'],
    [z.string().regex(/a/), 'b', 'is not valid'],
    [z.number(), Number.NaN, 'must be a number'],
  ])('has a plain message: %#', (schema, value, words) => {
    expect(messagesFor(schema, value)).toEqual([words]);
  });
});

describe('a whole number outside the safe integers', () => {
  const whole = z.number('must be a number').int('must be a whole number');

  it('is distinguished from a fraction', () => {
    expect([2 ** 53, -(2 ** 53), 1.5, 'x'].map((value) => messagesFor(whole, value)[0])).toEqual([
      'is too large',
      'is too small',
      'must be a whole number',
      'must be a number',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { promptFault, promptSchema } from '#contract/api-v3/prompt.ts';
import { variableSchema } from '#contract/api-v3/variable.ts';
import { parseInput } from '#contract/parse-input.ts';

describe('promptFault', () => {
  it.each([
    [{ type: 'text' }, '', undefined],
    [{ type: 'text', min: 2 }, '\u{1F600}', 'must have at least 2 characters'],
    [{ type: 'text', max: 1 }, 'AB', 'must have at most 1 character'],
    [{ type: 'text', choices: ['A', 'B'] }, 'C', 'must be one of "A", "B"'],
    [{ type: 'text', mask: 'A99-*' }, 'L26-?', undefined],
    [{ type: 'text', mask: 'A99-*' }, '\u00c926-?', undefined],
    [{ type: 'text', mask: 'A99' }, '726', 'must look like A99: character 1 is a letter'],
    [{ type: 'text', mask: 'A99-1' }, 'L26/1', 'must look like A99-1: character 4 is "-"'],
    [{ type: 'text', mask: 'A9' }, 'L', 'must look like A9: character 2 is a digit'],
    [{ type: 'text', mask: 'A9' }, 'L26', 'must look like A9, which has 2 characters'],
    [{ type: 'text', mask: '\\A\\\\9' }, 'A\\7', undefined],
    [{ type: 'number' }, '-1.50', undefined],
    [{ type: 'number' }, '', 'must be a number such as 12 or -1.5'],
    [{ type: 'number' }, '1e3', 'must be a number such as 12 or -1.5'],
    [{ type: 'number', min: 0 }, '-1', 'must be at least 0'],
    [{ type: 'number', max: 9 }, '9.1', 'must be at most 9'],
    [{ type: 'number', choices: ['4', '8'] }, '6', 'must be one of "4", "8"'],
    [{ type: 'date', min: '2026-11-21', max: '2026-11-21' }, '2026-11-21', undefined],
    [{ type: 'date' }, '2026-02-29', 'must be a date such as 2026-11-21'],
    [{ type: 'date', min: '2026-11-21' }, '2026-11-20', 'must not be before 2026-11-21'],
    [{ type: 'date', max: '2026-11-21' }, '2026-11-22', 'must not be after 2026-11-21'],
  ])('of %j with "%s"', (prompt, value, fault) => {
    expect(promptFault(promptSchema.parse(prompt), value)).toBe(fault);
  });
});

describe('a prompt', () => {
  it.each([
    ['reversed bounds', { type: 'number', min: 2, max: 1 }, '/min: must not be greater than max (1)'],
    ['a mask that ends within an escape', { type: 'text', mask: '9\\' }, '/mask: ends with a backslash'],
    ['half a character', { type: 'text', max: 0.5 }, '/max: must be a whole number of characters'],
    ['a choice twice', { type: 'text', choices: ['A', 'A'] }, '/choices/1: is a duplicate'],
    ['a mask of a number', { type: 'number', mask: '9' }, '/mask: is not known here'],
    ['an invalid date', { type: 'date', min: '2026-02-30' }, '/min: must be a date such as 2026-11-21'],
  ])('refuses %s', (_, prompt, message) => {
    expect(() => parseInput(promptSchema, prompt)).toThrow(message);
  });
});

describe('a variable', () => {
  it('refuses a value that its own prompt rejects', () => {
    const variable = { value: '13', prompt: { type: 'number', max: 12 } };
    expect(() => parseInput(variableSchema, variable)).toThrow('/value: must be at most 12');
  });
});

import { describe, expect, it } from 'vitest';
import type { Prompt } from '#contract/api-v3/prompt.ts';
import { ANY_TEXT, promptFields, readPrompt } from '#renderer/panels/variable/prompt-form.ts';

describe('the form of a prompt', () => {
  it.each<Prompt>([
    { type: 'text', min: 2, max: 8, mask: 'A-9\\A', choices: ['B-1A', ' C-2A '] },
    { type: 'number', min: -1.5, max: 12 },
    { type: 'number', choices: ['007', '12'] },
    { type: 'date', min: '2026-11-01', max: '2026-11-30' },
    { type: 'text' },
  ])('is read back unchanged: %j', (prompt) => {
    expect(readPrompt(promptFields(prompt))).toEqual({ prompt, faults: {} });
  });

  it('is empty for any text', () => {
    expect(readPrompt(promptFields(undefined))).toEqual({ prompt: undefined, faults: {} });
  });

  it('reports each fault at its field', () => {
    const text = { ...ANY_TEXT, type: 'text' as const };
    expect([
      readPrompt({ ...text, min: 'two', mask: 'A\\', choices: 'red\nblue\nred' }).faults,
      readPrompt({ ...text, min: '9', max: '2' }).faults,
      readPrompt({ ...text, max: '1.5' }).faults,
      readPrompt({ ...ANY_TEXT, type: 'number', max: '1,5' }).faults,
      readPrompt({ ...ANY_TEXT, type: 'date', min: '2026-02-30' }).faults,
    ]).toEqual([
      {
        min: 'must be a whole number of characters',
        mask: 'ends with a backslash that has no character after it',
        choices: '"red" is a duplicate',
      },
      { min: 'must not be greater than max (2)' },
      { max: 'must be a whole number of characters' },
      { max: 'must be a number' },
      { min: 'must be a date such as 2026-11-21' },
    ]);
  });
});

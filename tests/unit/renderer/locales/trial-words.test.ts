import { describe, expect, it } from 'vitest';
import { trialWords } from '#renderer/locales/trial-words.ts';

describe('the trial words', () => {
  it('are marked, longer, and keep what is filled in and the forms of a plural', () => {
    expect(trialWords({ rows: { total: 'No rows | {n} rows', save: 'Save' } })).toEqual({
      rows: { total: '[Nö röws ~~] | [{n} röws ~]', save: '[Šávë ~]' },
    });
  });
});

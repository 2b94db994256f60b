import { describe, expect, it } from 'vitest';
import { statesBefore } from '#controller/ledger/print-transitions.ts';

describe('the moves of a print', () => {
  it.each([
    ['reserved', []],
    ['sent', ['reserved']],
    ['unknown', ['sent']],
    ['void', ['reserved', 'sent', 'unknown']],
    ['printed', ['sent', 'unknown']],
  ] as const)('I3 lead to %s from %j only', (state, before) => {
    expect(statesBefore(state)).toEqual(before);
  });
});

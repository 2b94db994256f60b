import { beforeEach, describe, expect, it } from 'vitest';
import { KeyGuesses } from '#http/keys/key-guesses.ts';

const ADDRESS = '10.0.0.5';
const QUARTER = 15 * 60_000;

let guesses: KeyGuesses;
let count: number;
beforeEach(() => {
  guesses = new KeyGuesses();
  count = 0;
});

/** Sends this many different wrong keys, and returns which of them were the first that make an address wait. */
function guess(times: number, { address = ADDRESS, now = 0 } = {}): boolean[] {
  return Array.from({ length: times }, () => guesses.record(address, `key ${count++}`, now));
}

describe('E9 wrong keys', () => {
  it('E9 make an address wait after ten different ones, longer with each further one, for a minute at most', () => {
    expect([guess(10).includes(true), guesses.wait(ADDRESS, 0)]).toEqual([false, 0]);
    const waits = Array.from({ length: 8 }, () => {
      guess(1);
      return guesses.wait(ADDRESS, 0);
    });
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    expect([guesses.wait(ADDRESS, 59_000), guesses.wait(ADDRESS, 60_000)]).toEqual([1_000, 0]);
  });

  it('E9 are reported once for each burst', () => {
    expect(guess(100).filter(Boolean)).toHaveLength(1);
    expect(guess(100, { now: QUARTER }).filter(Boolean)).toHaveLength(1);
  });

  it('E9 that repeat count once', () => {
    for (let times = 0; times < 1_000; times += 1) guesses.record(ADDRESS, 'revoked', times);
    guess(9);
    expect(guesses.wait(ADDRESS, 0)).toBe(0);
  });

  it('E9 make no other address wait, and never the machine itself', () => {
    guess(100);
    for (const own of ['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1']) guess(100, { address: own });
    for (const other of ['10.0.0.6', '127.0.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1']) expect(guesses.wait(other, 0)).toBe(0);
    guess(11, { address: 'fd00::2' });
    expect(guesses.wait('fd00::2', 0)).toBe(1_000);
  });

  it('E9 are forgotten a quarter of an hour after the last', () => {
    guess(12);
    guess(10, { now: QUARTER });
    expect(guesses.wait(ADDRESS, QUARTER)).toBe(0);
  });

  it('E9 use bounded memory, whatever the number of addresses', () => {
    guess(11);
    for (let host = 0; host < 1_024; host += 1) guess(1, { address: `10.1.${host >> 8}.${host & 255}` });
    expect(guesses.wait(ADDRESS, 0)).toBe(0);
  });
});

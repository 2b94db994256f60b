import { describe, expect, it } from 'vitest';
import { ScanBurst } from '#renderer/domain/scanning/scan-burst.ts';

/** Types a text and the end key with these pauses, and returns the step of the end key. */
function typed(text: string, pause: (index: number) => number, { end = 'Enter', prefix = '' } = {}) {
  const burst = new ScanBurst();
  let at = 1_000;
  for (const [index, key] of [...text, end].entries()) {
    at += pause(index);
    const step = burst.press(key, at, prefix);
    if (key === end) return step;
  }
  return undefined;
}

describe('H23 a burst of keys', () => {
  it.each([
    ['30 ms a character, ended by Enter', 30, 'Enter'],
    ['35 ms a character, ended by Tab', 35, 'Tab'],
    ['1 ms a character', 1, 'Enter'],
  ])('is a scan at %s', (_, pause, end) => {
    expect(typed('9521234510000', () => pause, { end })).toEqual({ kind: 'scan', text: '9521234510000' });
  });

  it.each([
    ['the fastest typist, 70 ms a character', '9521234510000', () => 70],
    ['three quick letters', 'abc', () => 5],
    ['an Enter that comes late', 'abcdefgh', (index: number) => (index === 8 ? 200 : 10)],
    ['a pause of thought in the middle, with few characters behind it', 'abcdefgh', (index: number) => (index === 6 ? 300 : 10)],
  ])('is not a scan from %s', (_, text, pause) => {
    expect(typed(text, pause)).toEqual({ kind: 'apart' });
  });

  it('starts again after a pause: earlier typing is not part of the scan', () => {
    expect(typed('ab9521234510000', (index) => (index === 2 ? 400 : 10))).toEqual({ kind: 'scan', text: '9521234510000' });
  });

  it('is ended by any other key', () => {
    const burst = new ScanBurst();
    for (const [index, key] of ['1', '2', '3', '4', 'Backspace'].entries()) burst.press(key, index * 10);
    expect(burst.press('Enter', 50)).toEqual({ kind: 'apart' });
  });

  it('keeps FNC1 and characters outside of the basic plane', () => {
    expect(typed('21ab\x1d10\u{1d7d8}', () => 20)).toEqual({ kind: 'scan', text: '21ab\x1d10\u{1d7d8}' });
  });

  it('needs its prefix if one is configured, and may be short then', () => {
    expect(typed('~A1', () => 20, { prefix: '~' })).toEqual({ kind: 'scan', text: 'A1' });
    expect(typed('9521234510000', () => 20, { prefix: '~' })).toEqual({ kind: 'apart' });
  });

  it('distinguishes its first key from fast following ones', () => {
    const burst = new ScanBurst();
    expect([burst.press('a', 0), burst.press('b', 30), burst.press('c', 300)].map(({ kind }) => kind)).toEqual(['first', 'quick', 'first']);
  });
});

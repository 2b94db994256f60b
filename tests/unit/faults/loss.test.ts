import { describe, expect, it } from 'vitest';
import { lossOf } from '../../faults/designing/loss.ts';

const TYPED = [
  { at: 1_000, text: '{} a' },
  { at: 2_000, text: '{} ab' },
  { at: 5_000, text: '{} abc' },
];

describe('what a kill lost of the work on a label', () => {
  it('is nothing when all of it is offered, or more than was told before the kill', () => {
    expect(lossOf({ typed: TYPED, killedAt: 9_000 }, '{} abc')).toBe(0);
    expect(lossOf({ typed: TYPED, killedAt: 9_000 }, '{} abcd')).toBe(0);
    expect(lossOf({ typed: [], killedAt: 9_000 }, undefined)).toBe(0);
  });

  it('is as old as the first change that is not offered', () => {
    expect(lossOf({ typed: TYPED, killedAt: 5_400 }, '{} ab')).toBe(400);
    expect(lossOf({ typed: TYPED.slice(0, 1), killedAt: 2_500 }, undefined)).toBe(1_500);
  });

  it('is never older than two seconds', () => {
    expect(() => lossOf({ typed: TYPED, killedAt: 7_001 }, '{} ab')).toThrow('2001 ms before the kill');
    expect(() => lossOf({ typed: TYPED, killedAt: 9_000 }, undefined)).toThrow('8000 ms before the kill');
  });

  it('is never what was restored, however late it is', () => {
    expect(() => lossOf({ typed: [], killedAt: 1, restored: '{} a' }, undefined)).toThrow('restored draft is lost');
    expect(lossOf({ typed: TYPED.slice(1, 2), killedAt: 2_001, restored: '{} a' }, '{} a')).toBe(1);
  });

  it('is no reason to offer again what was discarded', () => {
    const discarded = { at: 500, text: '{} x' };
    expect(() => lossOf({ typed: [], killedAt: 9_000, discarded }, '{} x')).toThrow('discarded 8500 ms before the kill');
    expect(lossOf({ typed: [], killedAt: 9_000, discarded }, undefined)).toBe(0);
  });
});

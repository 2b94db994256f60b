import { expect, it } from 'vitest';
import { GuessLimits } from '#station/people/guess-limits.ts';
import { ManualClock } from '#support/manual-clock.ts';

const MINUTE = 60_000;

it('E8 waits grow from the fifth wrong attempt on, up to 15 minutes, and end with the right one', () => {
  const clock = new ManualClock();
  const limits = new GuessLimits(clock);
  const waits = Array.from({ length: 17 }, () => {
    clock.advance(limits.waitOf('a'));
    limits.wrong('a');
    return limits.waitOf('a') / 1_000;
  });
  expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
  limits.right('a');
  expect(limits.waitOf('a')).toBe(0);
});

it('E8 attempts elsewhere do not delay a person, and are forgotten after a day', () => {
  const clock = new ManualClock();
  const limits = new GuessLimits(clock);
  for (let attempt = 0; attempt < 20; attempt += 1) limits.wrong('guesser');
  expect([limits.waitOf('guesser') > 0, limits.waitOf('person')]).toEqual([true, 0]);
  clock.advance(25 * 60 * MINUTE);
  limits.wrong('guesser');
  expect(limits.waitOf('guesser')).toBe(0);
});

import { expect, it } from 'vitest';
import { NetworkGuessLimits } from '#station/sign-in/network-guess-limits.ts';
import { ManualClock } from '#support/manual-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function someLimits() {
  const clock = new ManualClock();
  return { clock, limits: new NetworkGuessLimits(clock) };
}

it('E9 a thousand guesses a second from a hundred addresses test as many PINs of a name in an hour as documented', async () => {
  const { clock, limits } = someLimits();
  let tested = 0;
  // A tenth of the guesses: the others come between two of them and are refused for the same reasons.
  for (let passed = 0; passed < HOUR; passed += 10) {
    await clock.advance(10);
    if (limits.admit({ address: `10.0.0.${(passed / 10) % 100}`, name: 'Ada' })) tested += 1;
  }
  expect(tested).toBeGreaterThanOrEqual(20);
  expect(tested).toBeLessThanOrEqual(20 + 60);
});

it('an address tests thirty guesses, and two more a minute, however many names it tries', async () => {
  const { clock, limits } = someLimits();
  let tested = 0;
  for (let passed = 0; passed < 10 * MINUTE; passed += 100) {
    await clock.advance(100);
    if (limits.admit({ address: '10.0.0.1', name: `Person ${passed}` })) tested += 1;
  }
  expect(tested).toBeLessThanOrEqual(30 + 20);
});

it('guesses from elsewhere do not lock out a person at a tablet where the person has signed in before', async () => {
  const { clock, limits } = someLimits();
  const own = { address: '10.0.0.7', name: 'Ada' };
  expect(limits.admit(own)).toBe(true);
  limits.succeeded(own);
  for (let count = 0; count < 1_000; count += 1) {
    await clock.advance(10);
    limits.admit({ address: `10.0.1.${count % 200}`, name: 'ada' });
  }
  expect([limits.admit({ address: '10.0.2.1', name: 'Ada' }), limits.admit({ ...own, name: ' ADA ' })]).toEqual([false, true]);
});

it('attempts at one address wait longer after each wrong one, and not after a right one', async () => {
  const { clock, limits } = someLimits();
  const attempt = { address: '10.0.0.7', name: 'Ada' };
  const admitted = (): boolean => limits.admit(attempt);
  expect(Array.from({ length: 6 }, admitted)).toEqual([true, true, true, true, true, false]);
  await clock.advance(1_000);
  expect([admitted(), admitted()]).toEqual([true, false]);
  await clock.advance(1_999);
  expect(admitted()).toBe(false);
  await clock.advance(1);
  expect(admitted()).toBe(true);
  limits.succeeded(attempt);
  expect(admitted()).toBe(true);
});

import { beforeEach, expect, it } from 'vitest';
import { SlotTimer } from '#station/polling/slot-timer.ts';
import { ManualClock } from '#support/manual-clock.ts';

let clock: ManualClock;
let begun: (readonly number[])[];
let faults: unknown[];
let failure: Error | undefined;
let timer: SlotTimer;

beforeEach(() => {
  clock = new ManualClock();
  begun = [];
  faults = [];
  failure = undefined;
  const onSlots = (slots: readonly number[]): void => {
    begun.push(slots);
    if (failure) throw failure;
  };
  timer = new SlotTimer({ clock, round: 200, onSlots, report: (error) => faults.push(error) });
  timer.start();
});

it('begins each slot once in a round, with one timer', () => {
  expect(timer.count).toBe(4);
  clock.advance(400);
  expect(begun).toEqual([[1], [2], [3], [0], [1], [2], [3], [0]]);
  expect(clock.waiting).toBe(1);
});

it('begins the slots together that passed while the process was busy', () => {
  clock.sleep(170);
  expect(begun).toEqual([[1, 2, 3]]);
  clock.advance(30);
  expect(begun.at(-1)).toEqual([0]);
});

it('A15 makes up for none after a sleep', () => {
  clock.sleep(8 * 60 * 60 * 1_000 + 110);
  expect(begun).toEqual([[2]]);
});

it('goes on after an error, which it logs', () => {
  failure = new Error('this poller is broken');
  clock.advance(100);
  expect(faults).toEqual([failure, failure]);
});

it('has no timer when it is stopped', () => {
  timer.stop();
  expect(clock.waiting).toBe(0);
});

it('has one slot in a round that is shorter than a slot', () => {
  expect(new SlotTimer({ clock, round: 10, onSlots: () => undefined, report: () => undefined }).count).toBe(1);
});

import { expect, it } from 'vitest';
import type { Timers } from '#controller/platform/timers.ts';
import { OutputControl } from '#controller/line-io/output-control.ts';
import { ManualClock } from '#support/manual-clock.ts';

function make({ isInverted = false, delay = 0, minimum = 0 } = {}) {
  const clock = new ManualClock();
  const timers: Timers = { setTimeout: (act, after) => clock.after(after, act), clearTimeout: (cancel) => (cancel as () => void)() };
  const written: [boolean, number][] = [];
  const control = new OutputControl({
    ...{ isInverted, delay, minimum, timers },
    now: () => clock.elapsed(),
    write: (isOn) => written.push([isOn, clock.elapsed()]),
  });
  control.start();
  return { clock, control, written };
}

it('follows its condition after the delay', () => {
  const { clock, control, written } = make({ delay: 200 });
  control.follow(true);
  clock.advance(100);
  control.follow(false);
  clock.advance(500);
  expect(written).toEqual([
    [false, 0],
    [true, 200],
    [false, 300],
  ]);
});

it('stays on for the minimum time', () => {
  const { clock, control, written } = make({ minimum: 1_000 });
  control.follow(true);
  clock.advance(10);
  control.follow(false);
  clock.advance(2_000);
  expect(written).toEqual([
    [false, 0],
    [true, 0],
    [false, 1_000],
  ]);
});

it('writes the other level when it is inverted', () => {
  const { control, written } = make({ isInverted: true });
  control.follow(true);
  expect(written).toEqual([
    [true, 0],
    [false, 0],
  ]);
});

it('switches on once for each product that is rejected, at its place of the line', () => {
  const { clock, control, written } = make({ delay: 1_000, minimum: 50 });
  control.pulse();
  clock.advance(100);
  control.pulse();
  clock.advance(5_000);
  expect(written).toEqual([
    [false, 0],
    [true, 1_000],
    [false, 1_050],
    [true, 1_100],
    [false, 1_150],
  ]);
});

it('is forced for a time, and follows its condition after it', () => {
  const { clock, control, written } = make();
  control.force(true, 5_000);
  clock.advance(2_000);
  expect(control.forcedFor).toBe(3_000);
  clock.advance(4_000);
  expect(control.forcedFor).toBeUndefined();
  expect(written).toEqual([
    [false, 0],
    [true, 0],
    [false, 5_000],
  ]);
});

it('writes nothing after its end', () => {
  const { clock, control, written } = make({ delay: 100 });
  control.follow(true);
  control.stop();
  clock.advance(1_000);
  expect(written).toEqual([[false, 0]]);
});

import { expect, it } from 'vitest';
import { PollGrid } from '#controller/line-io/drivers/poll-grid.ts';

/** Polls of an interval of 20 ms that begin so much later than their slots, and take so long. Returns when they begin. */
function pollTimes(polls: readonly { late?: number; duration: number }[]): number[] {
  const grid = new PollGrid(20);
  let now = 1_000;
  grid.restart(now);
  return polls.map(({ late = 0, duration }) => {
    const begin = now + late;
    const end = begin + duration;
    now = end + grid.takeNext(end);
    return begin - 1_000;
  });
}

const quick = { duration: 2 };

it('keeps to its slots, however long a poll takes within one', () => {
  expect(pollTimes([quick, { duration: 19 }, quick, quick])).toEqual([0, 20, 40, 60]);
});

it('lets no late poll delay those that follow', () => {
  expect(pollTimes([quick, { ...quick, late: 3 }, { ...quick, late: 3 }, quick])).toEqual([0, 23, 43, 60]);
});

it('does not poll twice in a slot whose poll began early', () => {
  expect(pollTimes([quick, { late: -0.5, duration: 0.25 }, quick])).toEqual([0, 19.5, 40]);
});

it('polls once at once after slots that have passed, and then in its slots again', () => {
  expect(pollTimes([{ duration: 75 }, quick, quick, quick])).toEqual([0, 75, 80, 100]);
});

it('polls a device that is slower than the interval without a pause, one poll after the other', () => {
  expect(pollTimes([{ duration: 30 }, { duration: 30 }, { duration: 30 }, quick])).toEqual([0, 30, 60, 90]);
});

it('starts a new grid with each connection', () => {
  const grid = new PollGrid(20);
  grid.restart(1_000);
  grid.restart(5_007);
  expect(grid.takeNext(5_010)).toBe(17);
});

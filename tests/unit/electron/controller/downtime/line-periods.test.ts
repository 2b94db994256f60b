import { afterEach, beforeEach, expect, it } from 'vitest';
import { DiskGuard } from '#controller/disk/disk-guard.ts';
import { LinePeriods, type OpenPeriod } from '#controller/downtime/line-periods.ts';
import { silentLog } from '#process/log.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase, ControllerSchema } from '#storage/database/controller-schema.ts';
import { GroupCommit } from '#storage/database/group-commit.ts';

const NO_TIMERS = { setTimeout: () => ({}), clearTimeout: () => undefined };

let db: ControllerDatabase;
let now: number;
beforeEach(() => {
  db = openControllerDatabase(':memory:');
  now = 1_000;
});
afterEach(() => db.destroy());

/** The periods as a start of the controller has them. */
function startPeriods(): LinePeriods {
  const disk = new DiskGuard({ probe: () => Promise.resolve(), timers: NO_TIMERS, log: silentLog });
  const periods = new LinePeriods({ db, commits: new GroupCommit<ControllerSchema>(db), disk, now: () => now, log: silentLog });
  periods.start();
  return periods;
}
const period = (began: number): OpenPeriod => ({ line: 'Filling', activity: 'fault', detail: '', began, job: undefined });
const stored = async (periods: LinePeriods) =>
  (await periods.within('Filling', { from: 0, to: 9_000 })).map(({ began, ended }) => [began, ended]);

/** A run that was killed: its last period was seen until 500. */
async function killedRun(): Promise<void> {
  const periods = startPeriods();
  periods.next(undefined, period(100), 100);
  await periods.stop(500);
}

it('the first period of a run begins at the end of the last one, also when the stop of its line is older', async () => {
  await killedRun();
  const periods = startPeriods();
  const [first, second] = [period(400), period(400)];
  periods.next(undefined, first, 400);
  periods.next(first, second, 400);
  await periods.stop(900);
  expect(await stored(periods)).toEqual([
    [100, 500],
    [500, 500],
    [500, null],
  ]);
});

it('the first period of a run begins when its stop began after the end of the last one', async () => {
  await killedRun();
  const periods = startPeriods();
  periods.next(undefined, period(700), 700);
  await periods.stop(900);
  expect(await stored(periods)).toEqual([
    [100, 500],
    [700, null],
  ]);
});

it('the first period of a run does not begin in the future when the clock was set back', async () => {
  await killedRun();
  now = 300;
  const periods = startPeriods();
  periods.next(undefined, period(200), 200);
  await periods.stop(300);
  expect((await stored(periods)).at(-1)).toEqual([300, null]);
});

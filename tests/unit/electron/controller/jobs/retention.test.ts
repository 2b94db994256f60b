import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountFaults } from '#controller/ledger/accounts.ts';
import { Plant, textLabel } from './plant.ts';

const DAY = 86_400_000;

describe('the retention of what was printed', () => {
  let plant: Plant;

  /** Two prints of ten days ago, of one of which nobody can tell, and one of today. */
  beforeEach(async () => {
    plant = await Plant.build();
    await plant.putCounter('serial', 100);
    await plant.controller.labels.put('Serial', textLabel('No. {COUNTER;serial}'));
    await plant.select({ labelName: 'Serial' });
    await plant.trigger();
    await plant.trigger();
    await plant.finishPrints();
    await plant.db.updateTable('prints').set({ state: 'unknown' }).where('id', '=', 2).execute();
    await plant.db.updateTable('jobs').set({ printed: 1 }).execute();
    await plant.db.updateTable('print_counters').set({ printed_labels: 1 }).where('printer', '=', 'Line 1').execute();
    const earlier = sql<number>`settled - ${10 * DAY}`;
    await plant.db.updateTable('prints').set({ settled: earlier, reserved: earlier }).execute();
    await plant.db
      .updateTable('history_minutes')
      .set({ count: 1, minute: sql`minute - 14400` })
      .execute();
    await plant.db
      .updateTable('history_quarters')
      .set({ count: 1, quarter: sql`quarter - 960` })
      .execute();
    await plant.trigger();
    await plant.finishPrints();
  });
  afterEach(() => plant.close());

  const ids = async () => (await plant.prints()).map(({ id }) => id);
  const minutes = () => plant.db.selectFrom('history_minutes').select('count').execute();
  const days = async () => (await plant.controller.history.read('Line 1', { resolution: 'DAYS' })).count;

  it('keeps everything as long as nobody says otherwise', async () => {
    await plant.controller.retention.run();
    expect([await plant.controller.settings.retention(), await ids(), (await minutes()).length]).toEqual([
      { minutes: null, prints: null },
      [1, 2, 3],
      2,
    ]);
  });

  it('removes prints after their time, but none of which nobody can tell, and the accounts hold', async () => {
    await plant.controller.settings.putRetention({ minutes: null, prints: 5 });
    await plant.controller.retention.run();
    const found = await plant.controller.prints.page({ serial: '100', limit: 5 });
    expect([await ids(), found.prints, await accountFaults(plant.db)]).toEqual([[2, 3], [], []]);
  });

  it('never gives an id or a serial out again', async () => {
    await plant.controller.settings.putRetention({ minutes: null, prints: 5 });
    await plant.controller.retention.run();
    await plant.trigger();
    expect((await plant.prints()).map(({ id, counters }) => [id, counters[0]?.value])).toEqual([
      [2, 101],
      [3, 102],
      [4, 103],
    ]);
  });

  it('removes minutes and keeps the days, and the accounts hold', async () => {
    await plant.controller.settings.putRetention({ minutes: 5, prints: null });
    const before = await days();
    await plant.controller.retention.run();
    expect([(await minutes()).length, await days(), await accountFaults(plant.db)]).toEqual([1, before, []]);
  });

  it('C2 removes nothing by a clock that is not believed', async () => {
    await plant.controller.settings.putRetention({ minutes: 5, prints: 5 });
    plant.clock.set(plant.clock.wall + 3_650 * DAY);
    await plant.controller.retention.run();
    expect([await ids(), (await minutes()).length]).toEqual([[1, 2, 3], 2]);
  });

  it('looks every hour', async () => {
    await plant.controller.settings.putRetention({ minutes: 5, prints: null });
    plant.clock.advance(3_600_000);
    await expect.poll(async () => (await minutes()).length).toBe(1);
  });
});

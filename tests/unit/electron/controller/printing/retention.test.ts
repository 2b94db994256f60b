import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findLedgerFaults } from '#controller/ledger/ledger-checks.ts';
import { PrintIndex } from '#controller/ledger/print-index.ts';
import { ArchiveHold } from '#controller/plant-connection/archive-hold.ts';
import { Retention } from '#controller/printing/retention.ts';
import { silentLog } from '#process/log.ts';
import { PrintingRig, textLabel } from './printing-rig.ts';

const DAY = 86_400_000;

describe('the retention of what was printed', () => {
  let rig: PrintingRig;

  /** Two prints of ten days ago, one of them unknown, and one of today. */
  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.putCounter('serial', 100);
    await rig.controller.labels.put('Serial', textLabel('No. {COUNTER;serial}'));
    await rig.select({ labelName: 'Serial' });
    await rig.trigger();
    await rig.trigger();
    await rig.finishPrints();
    await rig.db.updateTable('prints').set({ state: 'unknown' }).where('id', '=', 2).execute();
    await rig.db.updateTable('jobs').set({ printed: 1 }).execute();
    await rig.db.updateTable('print_counters').set({ printed_labels: 1 }).where('printer', '=', 'Line 1').execute();
    const earlier = sql<number>`settled - ${10 * DAY}`;
    await rig.db.updateTable('prints').set({ settled: earlier, reserved: earlier }).execute();
    await rig.db
      .updateTable('history_minutes')
      .set({ count: 1, minute: sql`minute - 14400` })
      .execute();
    await rig.db
      .updateTable('history_quarters')
      .set({ count: 1, quarter: sql`quarter - 960` })
      .execute();
    await rig.trigger();
    await rig.finishPrints();
  });
  afterEach(() => rig.close());

  const ids = async () => (await rig.prints()).map(({ id }) => id);
  const minutes = () => rig.db.selectFrom('history_minutes').select('count').execute();
  const days = async () => (await rig.controller.history.read('Line 1', { resolution: 'DAYS' })).count;

  it('keeps everything until a retention time is set', async () => {
    await rig.controller.retention.run();
    expect([await rig.controller.settings.retention(), await ids(), (await minutes()).length]).toEqual([
      { minutes: null, prints: null, audit: null },
      [1, 2, 3],
      2,
    ]);
  });

  it('removes prints after their time, except those with an unknown result, and the totals agree', async () => {
    await rig.controller.settings.putRetention({ minutes: null, prints: 5, audit: null });
    await rig.controller.retention.run();
    const found = await rig.controller.prints.page({ serial: '100', limit: 5 });
    expect([await ids(), found.prints, await findLedgerFaults(rig.db)]).toEqual([[2, 3], [], []]);
  });

  describe('while a plant is configured', () => {
    const remove = async (options: { through?: number; prints?: number; free?: number } = {}) => {
      const { through = 0, prints = 5, free = Infinity } = options;
      await rig.db.insertInto('archive_cursor').values({ id: 1, through, sending: through }).execute();
      await rig.controller.settings.putRetention({ minutes: null, prints, audit: null });
      const { settings, clock, history } = rig.controller;
      const index = new PrintIndex({ db: rig.db, timers: rig.clock, log: silentLog, isSafeMode: true });
      const warnings: string[] = [];
      const retention = new Retention({
        ...{ db: rig.db, index, settings, clock, history, timers: rig.clock, isSafeMode: false, now: () => rig.clock.wall },
        archiveHold: new ArchiveHold({ db: rig.db, disk: { refusal: undefined }, freeBytes: () => Promise.resolve(free) }),
        log: { ...silentLog, warn: (message) => warnings.push(message) },
      });
      await retention.run();
      return { ids: await ids(), warnings };
    };

    it('keeps prints that its archive does not have, and removes those that it has', async () => {
      expect(await remove({ through: 0 })).toEqual({ ids: [1, 2, 3], warnings: [] });
      await rig.db.deleteFrom('archive_cursor').execute();
      expect(await remove({ through: 1 })).toEqual({ ids: [2, 3], warnings: [] });
    });

    it('keeps a print whose result has changed since it was sent', async () => {
      await rig.db.insertInto('archive_changes').values({ print: 1 }).execute();
      expect(await remove({ through: 3 })).toEqual({ ids: [1, 2, 3], warnings: [] });
    });

    it('removes them 90 days after their time, and says so', async () => {
      await rig.db
        .updateTable('prints')
        .set({ settled: sql<number>`settled - ${86 * DAY}` })
        .where('id', '=', 1)
        .execute();
      expect(await remove()).toEqual({
        ids: [2, 3],
        warnings: [expect.stringContaining('were removed too (1)')],
      });
    });

    it('removes them when the disk is nearly full, and says so', async () => {
      expect(await remove({ free: 1_000_000 })).toEqual({ ids: [2, 3], warnings: [expect.stringContaining('were removed too (1)')] });
    });
  });

  it('never gives an id or a serial out again', async () => {
    await rig.controller.settings.putRetention({ minutes: null, prints: 5, audit: null });
    await rig.controller.retention.run();
    await rig.trigger();
    expect((await rig.prints()).map(({ id, counters }) => [id, counters[0]?.value])).toEqual([
      [2, 101],
      [3, 102],
      [4, 103],
    ]);
  });

  it('removes minutes and keeps the days, and the accounts hold', async () => {
    await rig.controller.settings.putRetention({ minutes: 5, prints: null, audit: null });
    const before = await days();
    await rig.controller.retention.run();
    expect([(await minutes()).length, await days(), await findLedgerFaults(rig.db)]).toEqual([1, before, []]);
  });

  it('C2 removes nothing by a clock that is not believed', async () => {
    await rig.controller.settings.putRetention({ minutes: 5, prints: 5, audit: null });
    rig.clock.set(rig.clock.wall + 3_650 * DAY);
    await rig.controller.retention.run();
    expect([await ids(), (await minutes()).length]).toEqual([[1, 2, 3], 2]);
  });

  it('looks every hour', async () => {
    await rig.controller.settings.putRetention({ minutes: 5, prints: null, audit: null });
    rig.clock.advance(3_600_000);
    await expect.poll(async () => (await minutes()).length).toBe(1);
  });
});

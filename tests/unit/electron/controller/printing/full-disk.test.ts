import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import { findLedgerFaults } from '#controller/ledger/ledger-checks.ts';
import { GroupCommit } from '#storage/database/group-commit.ts';
import { untilHolds } from '#support/until-holds.ts';
import { PrintingRig, textLabel } from './printing-rig.ts';

const FULL = 'The disk of the controller is full: nothing is printed until space is free.';

describe('printing while the disk is full', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.putCounter('serial');
    await rig.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
    await rig.select({ labelName: 'Serial', copies: 1_000 });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await rig.close();
  });

  const limitPages = (pages: number) => sql`PRAGMA max_page_count = ${sql.raw(String(pages))}`.execute(rig.db);
  const status = (line = 'Line 1') => rig.controller.printing.status(line);
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof ProblemError ? error.slug : error),
    );
  const moment = () => new Promise((resolve) => void setImmediate(resolve));

  /** From now on writes are refused and there is no space; the engines go on. Returns the function that ends it. */
  async function fill(): Promise<() => Promise<void>> {
    await limitPages(1);
    const full = new ProblemError('disk-full', { detail: 'full' });
    const commits = vi.spyOn(GroupCommit.prototype, 'run').mockRejectedValue(full);
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'disk-full' });
    return async () => {
      commits.mockRestore();
      await limitPages(100_000);
      rig.clock.advance(1_000);
      await untilHolds(async () => expect((await status()).errors).not.toContain(FULL));
    };
  }

  it('B4 refuses triggers, shows it on every printer, spends no serial, reads on, and goes on by itself', async () => {
    await limitPages(1);
    let printed = 0;
    while ((await failure(rig.trigger())) === 'done') printed += 1;
    await rig.finishPrints();
    const { value } = await rig.controller.counters.get('serial');
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'disk-full', message: FULL });
    const errors = [...(await status('Line 1')).errors, ...(await status('Line 2')).errors];
    const { counters } = rig.controller;
    expect({ errors, rag: (await status('Line 2')).ragStatus, value: (await counters.get('serial')).value }).toEqual({
      errors: [FULL, FULL],
      rag: 'RED',
      value,
    });
    await limitPages(100_000);
    rig.clock.advance(1_000);
    await untilHolds(async () => expect((await status('Line 2')).errors).toEqual([]));
    await rig.trigger();
    await rig.finishPrints();
    const serials = (await rig.serials()).filter((serial) => serial.endsWith('printed'));
    expect({ printed: serials.length, last: serials.at(-1), faults: await findLedgerFaults(rig.db) }).toEqual({
      printed: printed + 1,
      last: `${value} printed`,
      faults: [],
    });
  });

  it('B4 queues the reports of engines, and stores them in order once there is space', async () => {
    await rig.trigger();
    await rig.controller.printing.trigger('Line 1').then(() => rig.clock.advance(30));
    const makeRoom = await fill();
    rig.clock.advance(500);
    await moment();
    const before = await rig.serials();
    await makeRoom();
    await rig.finishPrints();
    const counted = rig.controller.printers.get('Line 1').engine.count!();
    const explained = await rig.db.selectFrom('print_counters').select('engine_marks').where('printer', '=', 'Line 1').executeTakeFirst();
    expect({ after: await rig.serials(), errors: (await status()).errors, explained: explained?.engine_marks }).toEqual({
      after: before.map((serial) => serial.replace('sent', 'printed')),
      errors: [],
      explained: counted,
    });
    expect(before).toContain('1 sent');
  });

  it('B4 spends no value and sends nothing when the disk is full during the reservation; its copy is owed', async () => {
    const { engine } = rig.controller.printers.get('Line 1');
    const send = vi.spyOn(engine, 'send');
    await rig.select({ labelName: 'Serial', copies: 1 });
    const full = vi.spyOn(GroupCommit.prototype, 'run').mockRejectedValueOnce(new ProblemError('disk-full', { detail: 'full' }));
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'disk-full' });
    full.mockRestore();
    rig.clock.advance(1_000);
    await untilHolds(async () => expect((await status()).errors).toEqual([]));
    expect({ sent: send.mock.calls, serials: await rig.serials() }).toEqual({ sent: [], serials: [] });
    await rig.trigger();
    await rig.finishPrints();
    expect(await rig.serials()).toEqual(['1 printed']);
  });

  it('B4 D15 J6 an abort stops the printer at once, shows nothing selected, and its queue ends before anything prints again', async () => {
    await rig.controller.labels.put('Far away', textLabel('{COUNTER;serial}', { printDelay: 5_000 }));
    await rig.select({ labelName: 'Far away' });
    await rig.trigger();
    const makeRoom = await fill();
    const abort = vi.spyOn(rig.controller.printers.get('Line 1').engine, 'abort');
    // The database refuses all writes, not only those of group commits.
    vi.spyOn(rig.db, 'transaction').mockImplementation(() => {
      throw new ProblemError('disk-full', { detail: 'full' });
    });
    await rig.controller.printing.abort('Line 1');
    const shown = { job: (await status()).job, queue: await rig.controller.queue.list('Line 1') };
    rig.clock.advance(20_000);
    expect({ ...shown, stopped: abort.mock.calls.length, marks: rig.controller.printers.get('Line 1').engine.count!() }).toEqual({
      ...{ job: null, queue: [], stopped: 1, marks: 0 },
    });
    vi.mocked(rig.db.transaction).mockRestore();
    await makeRoom();
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'nothing-selected' });
    expect(await rig.serials()).toEqual(['1 void']);
  });

  it('B4 is also detected by a selection, which changes nothing', async () => {
    await limitPages(1);
    vi.spyOn(GroupCommit.prototype, 'run').mockRejectedValue(new ProblemError('disk-full', { detail: 'full' }));
    await expect(rig.select({ labelName: 'Serial', copies: 7 })).rejects.toMatchObject({ slug: 'disk-full' });
    const { errors, job } = await status();
    expect({ errors, copies: job?.copies }).toEqual({ errors: [FULL], copies: 1_000 });
  });

  it('B4 is detected by any write, and nothing is half written', async () => {
    const { labels, queue } = rig.controller;
    await limitPages(1);
    const [job] = await queue.list('Line 1');
    const big = textLabel('x'.repeat(20_000));
    await expect(labels.put('Big', big)).rejects.toMatchObject({ slug: 'disk-full' });
    const refusals = [await failure(rig.trigger()), await failure(queue.remove('Line 1', job!.id))];
    const errors = [...(await status('Line 1')).errors, ...(await status('Line 2')).errors];
    const names = (await labels.list()).map(([name]) => name);
    expect({ errors, refusals, names }).toEqual({ errors: [FULL, FULL], refusals: ['disk-full', 'disk-full'], names: ['Serial'] });
  });

  it('B4 D16 records the missed triggers once there is space', async () => {
    const makeRoom = await fill();
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'disk-full' });
    await makeRoom();
    const missedTriggers = async () =>
      (await rig.controller.missedTriggers.page('Line 1', { limit: 10 })).missedTriggers.map(({ reason }) => reason);
    await untilHolds(async () => expect(await missedTriggers()).toEqual([FULL, 'full']));
  });

  it('B4 A14 does not block the end of the controller: the next start asks the engine', async () => {
    await rig.trigger();
    await fill();
    rig.clock.advance(500);
    await moment();
    await rig.controller.stop();
    vi.restoreAllMocks();
    await limitPages(100_000);
    expect(await rig.serials()).toEqual(['1 sent']);
    await rig.restart();
    await untilHolds(async () => expect(await rig.serials()).toEqual(['1 printed']));
  });
});

import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import { accountFaults } from '#controller/ledger/accounts.ts';
import { GroupCommit } from '#storage/group-commit.ts';
import { untilHolds } from '#support/until-holds.ts';
import { Plant, textLabel } from './plant.ts';

const FULL = 'The disk of the controller is full: nothing is printed until there is room.';

describe('printing while the disk is full', () => {
  let plant: Plant;

  beforeEach(async () => {
    plant = await Plant.build();
    await plant.putCounter('serial');
    await plant.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
    await plant.select({ labelName: 'Serial', copies: 1_000 });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await plant.close();
  });

  const limitPages = (pages: number) => sql`PRAGMA max_page_count = ${sql.raw(String(pages))}`.execute(plant.db);
  const status = (line = 'Line 1') => plant.controller.printing.status(line);
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof ProblemError ? error.slug : error),
    );
  const moment = () => new Promise((resolve) => void setImmediate(resolve));

  /** From now on no record is written, and there is no room for more; the engines go on. Returns what ends it. */
  async function fill(): Promise<() => Promise<void>> {
    await limitPages(1);
    const full = new ProblemError('disk-full', { detail: 'full' });
    const commits = vi.spyOn(GroupCommit.prototype, 'run').mockRejectedValue(full);
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'disk-full' });
    return async () => {
      commits.mockRestore();
      await limitPages(100_000);
      plant.clock.advance(1_000);
      await untilHolds(async () => expect((await status()).errors).not.toContain(FULL));
    };
  }

  it('B4 refuses triggers, shows it on every printer, spends no serial, reads on, and goes on by itself', async () => {
    await limitPages(1);
    let printed = 0;
    while ((await failure(plant.trigger())) === 'done') printed += 1;
    await plant.finishPrints();
    const { value } = await plant.controller.counters.get('serial');
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'disk-full', message: FULL });
    const errors = [...(await status('Line 1')).errors, ...(await status('Line 2')).errors];
    const { counters } = plant.controller;
    expect({ errors, rag: (await status('Line 2')).ragStatus, value: (await counters.get('serial')).value }).toEqual({
      errors: [FULL, FULL],
      rag: 'RED',
      value,
    });
    await limitPages(100_000);
    plant.clock.advance(1_000);
    await untilHolds(async () => expect((await status('Line 2')).errors).toEqual([]));
    await plant.trigger();
    await plant.finishPrints();
    const serials = (await plant.serials()).filter((serial) => serial.endsWith('printed'));
    expect({ printed: serials.length, last: serials.at(-1), faults: await accountFaults(plant.db) }).toEqual({
      printed: printed + 1,
      last: `${value} printed`,
      faults: [],
    });
  });

  it('B4 keeps what engines say of their prints, and writes it down in their order once there is room', async () => {
    await plant.trigger();
    await plant.controller.printing.trigger('Line 1').then(() => plant.clock.advance(30));
    const makeRoom = await fill();
    plant.clock.advance(500);
    await moment();
    const before = await plant.serials();
    await makeRoom();
    await plant.finishPrints();
    const counted = plant.controller.printers.get('Line 1').engine.count!();
    const explained = await plant.db.selectFrom('print_counters').select('engine_marks').where('printer', '=', 'Line 1').executeTakeFirst();
    expect({ after: await plant.serials(), errors: (await status()).errors, explained: explained?.engine_marks }).toEqual({
      after: before.map((serial) => serial.replace('sent', 'printed')),
      errors: [],
      explained: counted,
    });
    expect(before).toContain('1 sent');
  });

  it('B4 makes void what was reserved and could not be sent any more; its copy is owed', async () => {
    const { engine } = plant.controller.printers.get('Line 1');
    const send = vi.spyOn(engine, 'send');
    await plant.select({ labelName: 'Serial', copies: 1 });
    const run = GroupCommit.prototype.run;
    let commits = 0;
    const full = vi.spyOn(GroupCommit.prototype, 'run').mockImplementation(function (this: GroupCommit<unknown>, work) {
      commits += 1;
      return commits > 1 ? Promise.reject(new ProblemError('disk-full', { detail: 'full' })) : run.call(this, work);
    } as typeof run);
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'disk-full' });
    full.mockRestore();
    plant.clock.advance(1_000);
    await untilHolds(async () => expect(await plant.serials()).toEqual(['1 void']));
    await untilHolds(async () => expect((await status()).errors).toEqual([]));
    expect({ sent: send.mock.calls, reason: (await plant.prints())[0]?.reason }).toEqual({
      sent: [],
      reason: 'the disk took no more before it was sent',
    });
    await plant.trigger();
    await plant.finishPrints();
    expect(await plant.serials()).toEqual(['1 void', '2 printed']);
  });

  it('B4 D15 J6 an abort stops the printer at once, shows nothing selected, and its queue ends before anything prints again', async () => {
    await plant.controller.labels.put('Far away', textLabel('{COUNTER;serial}', { printDelay: 5_000 }));
    await plant.select({ labelName: 'Far away' });
    await plant.trigger();
    const makeRoom = await fill();
    const abort = vi.spyOn(plant.controller.printers.get('Line 1').engine, 'abort');
    // The database itself is full as well, not only what is committed in groups.
    vi.spyOn(plant.db, 'transaction').mockImplementation(() => {
      throw new ProblemError('disk-full', { detail: 'full' });
    });
    await plant.controller.printing.abort('Line 1');
    const shown = { job: (await status()).job, queue: await plant.controller.queue.list('Line 1') };
    plant.clock.advance(20_000);
    expect({ ...shown, stopped: abort.mock.calls.length, marks: plant.controller.printers.get('Line 1').engine.count!() }).toEqual({
      ...{ job: null, queue: [], stopped: 1, marks: 0 },
    });
    vi.mocked(plant.db.transaction).mockRestore();
    await makeRoom();
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'nothing-selected' });
    expect(await plant.serials()).toEqual(['1 void']);
  });

  it('B4 is found by a selection too, which changes nothing', async () => {
    await limitPages(1);
    vi.spyOn(GroupCommit.prototype, 'run').mockRejectedValue(new ProblemError('disk-full', { detail: 'full' }));
    await expect(plant.select({ labelName: 'Serial', copies: 7 })).rejects.toMatchObject({ slug: 'disk-full' });
    const { errors, job } = await status();
    expect({ errors, copies: job?.copies }).toEqual({ errors: [FULL], copies: 1_000 });
  });

  it('B4 is found by whoever writes, and nothing of it is half written', async () => {
    const { labels, queue } = plant.controller;
    await limitPages(1);
    const [job] = await queue.list('Line 1');
    const big = textLabel('x'.repeat(20_000));
    await expect(labels.put('Big', big)).rejects.toMatchObject({ slug: 'disk-full' });
    const refusals = [await failure(plant.trigger()), await failure(queue.remove('Line 1', job!.id))];
    const errors = [...(await status('Line 1')).errors, ...(await status('Line 2')).errors];
    const names = (await labels.list()).map(([name]) => name);
    expect({ errors, refusals, names }).toEqual({ errors: [FULL, FULL], refusals: ['disk-full', 'disk-full'], names: ['Serial'] });
  });

  it('B4 D16 records the products that passed meanwhile once there is room', async () => {
    const makeRoom = await fill();
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'disk-full' });
    await makeRoom();
    const gaps = async () => (await plant.controller.gaps.page('Line 1', { limit: 10 })).gaps.map(({ reason }) => reason);
    await untilHolds(async () => expect(await gaps()).toEqual([FULL, 'full']));
  });

  it('B4 A14 does not hold up the end of the controller: the next start asks the engine', async () => {
    await plant.trigger();
    await fill();
    plant.clock.advance(500);
    await moment();
    await plant.controller.stop();
    vi.restoreAllMocks();
    await limitPages(100_000);
    expect(await plant.serials()).toEqual(['1 sent']);
    await plant.restart();
    await untilHolds(async () => expect(await plant.serials()).toEqual(['1 printed']));
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineError, type EnginePrint } from '#controller/engines/engine.ts';
import { silentLog } from '#controller/engines/log.ts';
import { IdempotencyKeys } from '#controller/idempotency/idempotency-keys.ts';
import { untilHolds } from '#support/until-holds.ts';
import { Plant, textLabel } from './plant.ts';

const LINE = 'Line 1';
const WORD = { by: 'Åsa', reason: 'the label was torn' };

describe('a reprint', () => {
  let plant: Plant;

  beforeEach(async () => {
    plant = await Plant.build();
    await plant.putCounter('serial');
    await plant.controller.labels.put('Serial', textLabel('{COUNTER;serial}', { printDelay: 4 }));
    await plant.select({ labelName: 'Serial', copies: 2 });
    await plant.trigger();
    await plant.finishPrints();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await plant.close();
  });

  const engine = () => plant.controller.printers.get(LINE).engine;
  const reprint = (id = 1) => plant.controller.printing.reprint(id, WORD);
  const totals = async () => {
    const { state, started, printed, voided } = await plant.db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow();
    return { state, started, printed, voided };
  };
  const owed = () => plant.db.selectFrom('job_owed').selectAll().execute();
  const count = async () => {
    const { counted, explained } = await plant.controller.resolving.count(LINE);
    return { counted, explained };
  };

  /** From now on the controller hears nothing of its engine. */
  function deafen(): void {
    const nothing = () => undefined;
    engine().listen({ triggered: nothing, distancePassed: nothing, printed: nothing, failed: nothing, conditionChanged: nothing });
  }

  /** The differences that a start finds in the accounts. */
  async function accountFaults(): Promise<unknown[]> {
    const error = vi.fn();
    await plant.restart({ log: { ...silentLog, error } });
    return error.mock.calls.flat();
  }

  /** Prints the job to its end. */
  async function finishJob(): Promise<void> {
    await plant.trigger();
    await plant.finishPrints();
    expect(await totals()).toEqual({ state: 'done', started: 2, printed: 2, voided: 0 });
  }

  it('has the bits and the values of the first print, and says whose it is and why', async () => {
    const sent: EnginePrint[] = [];
    const send = engine().send.bind(engine());
    vi.spyOn(engine(), 'send').mockImplementation((print) => (sent.push(print), send(print)));
    await expect(reprint()).resolves.toEqual({ result: 'printing' });
    await plant.finishPrints();
    const [first, second] = [await plant.controller.prints.get(1), await plant.controller.prints.get(2)];
    const { planes } = await plant.controller.prints.picture(1);
    expect(second).toMatchObject({
      ...{ state: 'printed', pictureHash: first.pictureHash, texts: first.texts, serials: ['1'], moment: first.moment, job: first.job },
      ...{ reprintOf: 1, reprintReason: 'the label was torn', operator: 'Åsa' },
    });
    expect([first.reprints, sent[0]?.planes, sent[0]?.printDelay]).toEqual([[2], planes, 4]);
  });

  it('counts in the totals of its job and of its printer, and is no trigger', async () => {
    await reprint();
    await plant.finishPrints();
    expect([await totals(), await plant.controller.history.counters(LINE), await count()]).toEqual([
      { state: 'queued', started: 2, printed: 2, voided: 0 },
      { triggers: 1, triggerBounces: 0, printedLabels: 2 },
      { counted: 2, explained: 2 },
    ]);
  });

  it('takes no copy and no serial from its job', async () => {
    await reprint();
    await plant.finishPrints();
    await plant.trigger();
    await plant.finishPrints();
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'nothing-selected' });
    expect(await plant.serials()).toEqual(['1 printed', '1 printed', '2 printed']);
  });

  it('needs neither its job nor the label that it was printed with', async () => {
    await plant.controller.printing.abort(LINE);
    await plant.controller.labels.remove('Serial');
    await reprint();
    await plant.finishPrints();
    expect(await plant.serials()).toEqual(['1 printed', '1 printed']);
  });

  it('can be repeated itself', async () => {
    await reprint();
    await plant.finishPrints();
    await reprint(2);
    await plant.finishPrints();
    expect((await plant.prints()).map(({ reprintOf }) => reprintOf)).toEqual([undefined, 1, 2]);
  });

  it('is made of a print that is void, and of one of which nobody knows', async () => {
    await plant.select({ labelName: 'Serial' });
    vi.spyOn(engine(), 'send').mockRejectedValueOnce(new EngineError('buffer-full', 'its buffer is full'));
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'printer-buffer-full' });
    vi.spyOn(engine(), 'send').mockRejectedValueOnce(new Error('the cable was pulled'));
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'printer-failed' });
    await reprint(2);
    await reprint(3);
    await plant.finishPrints();
    expect(await plant.serials()).toEqual(['1 printed', '2 void', '3 unknown', '2 printed', '3 printed']);
  });

  it('is not made of a print that is on its way', async () => {
    await plant.trigger();
    await expect(reprint(2)).rejects.toMatchObject({
      slug: 'print-under-way',
      message: 'Print 2 is sent: it can be repeated once it is printed, void or unknown.',
    });
  });

  it('is not made of a print that there is not', async () => {
    await expect(reprint(9)).rejects.toMatchObject({ slug: 'not-found', message: 'There is no print 9.' });
  });

  it('does not count in the printed column of its row', async () => {
    await plant.controller.tables.put('Names', { columns: ['Name', 'Printed'], rows: [['a', '']] });
    await plant.controller.labels.put('Name', textLabel('{TABLE;Name}'));
    await plant.select({ labelName: 'Name', tableName: 'Names', keyColumn: 'Name', key: 'a', printedColumn: 'Printed' });
    await plant.trigger();
    await plant.finishPrints();
    await reprint(2);
    await plant.finishPrints();
    expect((await plant.controller.tables.get('Names')).rows).toEqual([['a', '1']]);
  });

  it('bounces off no trigger, and no trigger off it', async () => {
    await plant.trigger();
    await reprint();
    await expect(plant.controller.printing.trigger(LINE)).resolves.toEqual({ result: 'bounced' });
    plant.clock.advance(20);
    await reprint();
    await plant.select({ labelName: 'Serial' });
    await expect(plant.controller.printing.trigger(LINE)).resolves.toEqual({ result: 'printing' });
  });

  it('is no begin of its job, which may still go behind another one', async () => {
    const one = await plant.select({ labelName: 'Serial', checkpoint: true });
    const two = await plant.select({ labelName: 'Serial', queue: true });
    await plant.trigger();
    await plant.finishPrints();
    await plant.controller.queue.seek(LINE, one!.id);
    await reprint(2);
    await plant.controller.queue.reorder(LINE, [two!.id, one!.id]);
    expect((await plant.controller.queue.list(LINE))[0]).toMatchObject({ id: two!.id, state: 'current' });
  });

  describe('is refused like a trigger', () => {
    it('by a printer that cannot print', async () => {
      const printer = plant.controller.printers.get(LINE);
      vi.spyOn(printer, 'canPrint').mockReturnValue(false);
      vi.spyOn(printer, 'condition').mockReturnValue({ state: 'STANDBY', errors: ['The lid is open.'], ink: [], conveyor: undefined });
      await expect(reprint()).rejects.toMatchObject({
        slug: 'printer-cannot-print',
        message: '"Line 1" cannot print now: it is STANDBY. The lid is open.',
      });
    });

    it('by a printer whose hands are full', async () => {
      await plant.select({ labelName: 'Serial' });
      deafen();
      for (let print = 0; print < engine().depth!; print += 1) await plant.trigger();
      await expect(reprint()).rejects.toMatchObject({ slug: 'printer-buffer-full' });
    });

    it('by an engine that does not take it: it is void, and its job is owed nothing', async () => {
      await finishJob();
      vi.spyOn(engine(), 'send').mockRejectedValueOnce(new EngineError('buffer-full', 'its buffer is full'));
      await expect(reprint()).rejects.toMatchObject({ slug: 'printer-buffer-full' });
      expect([await totals(), await owed(), await plant.serials()]).toEqual([
        { state: 'done', started: 3, printed: 2, voided: 1 },
        [],
        ['1 printed', '2 printed', '1 void'],
      ]);
    });

    it('by a line that was stopped, and is no gap', async () => {
      await plant.controller.lineSettings.put(LINE, { bounceTime: 20, whenDataIsMissing: 'stop' });
      await finishJob();
      await expect(plant.trigger()).rejects.toMatchObject({ slug: 'nothing-selected' });
      await expect(reprint()).rejects.toMatchObject({ message: expect.stringContaining('The line was stopped') as string });
      expect((await plant.controller.gaps.page(LINE, { limit: 50 })).gaps).toHaveLength(1);
    });

    it('by a controller that stops', async () => {
      await plant.controller.printing.stop();
      await expect(reprint()).rejects.toMatchObject({ slug: 'printer-cannot-print' });
    });

    it('by a printer that would make other dots of it', async () => {
      Object.assign(engine(), { target: { ...engine().target, hdpi: 150, vdpi: 150 } });
      await expect(reprint()).rejects.toMatchObject({
        slug: 'printer-cannot-print',
        message: expect.stringContaining('print 1 would not look as it did') as string,
      });
      expect(await plant.serials()).toEqual(['1 printed']);
    });

    it('D15 by an abort that came after it, and nothing prints', async () => {
      const refused = reprint().catch((error: unknown) => error);
      await plant.controller.printing.abort(LINE);
      const marks = engine().count!();
      expect(await refused).toMatchObject({ slug: 'printer-cannot-print' });
      plant.clock.advance(5_000);
      expect([engine().count!(), await owed()]).toEqual([marks, []]);
    });
  });

  it('D15 is void after an abort while the printer has it, and its job stays done', async () => {
    await finishJob();
    await reprint();
    await plant.controller.printing.abort(LINE);
    expect([await totals(), await owed(), await plant.serials()]).toEqual([
      { state: 'done', started: 3, printed: 2, voided: 1 },
      [],
      ['1 printed', '2 printed', '1 void'],
    ]);
  });

  it('A1 is void after a kill before it was sent, and owed by nobody', async () => {
    await finishJob();
    await reprint();
    await plant.db.updateTable('prints').set({ state: 'reserved' }).where('id', '=', 3).execute();
    expect(await accountFaults()).toEqual([]);
    expect([await totals(), await owed()]).toEqual([{ state: 'done', started: 3, printed: 2, voided: 1 }, []]);
  });

  it('A2 is unknown after a kill while the printer has it, until its count says that it was not made', async () => {
    await reprint();
    await plant.restart();
    await untilHolds(async () => expect(await plant.serials()).toEqual(['1 printed', '1 void']));
    const { moves } = await plant.controller.prints.get(2);
    expect(moves.map(({ state, by }) => [state, by])).toEqual([
      ['reserved', undefined],
      ['sent', undefined],
      ['unknown', undefined],
      ['void', 'engine'],
    ]);
    expect([await totals(), await owed()]).toEqual([{ state: 'queued', started: 2, printed: 1, voided: 1 }, []]);
  });

  it('A2 is counted by the printer like any mark that the controller did not hear of', async () => {
    await reprint();
    deafen();
    plant.clock.advance(1_000);
    await plant.restart();
    await untilHolds(async () => expect(await plant.serials()).toEqual(['1 printed', '1 printed']));
    expect([await count(), (await plant.controller.printing.status(LINE)).errors]).toEqual([{ counted: 2, explained: 2 }, []]);
  });

  it('I5 I8 is accepted by the accounts of the ledger, and nothing that repeats a print otherwise', async () => {
    await reprint();
    await plant.finishPrints();
    expect(await accountFaults()).toEqual([]);
    await plant.db.updateTable('prints').set({ picture_hash: 'other' }).where('id', '=', 2).execute();
    expect(await accountFaults()).toEqual(['the accounts of the ledger differ: print 2 is there as a repeat of print 1, which it is not']);
  });

  it('A3 is answered once, by what became of its print', async () => {
    const newKeys = () => new IdempotencyKeys({ db: plant.db, now: () => plant.clock.now });
    const keys = newKeys();
    const answer = { status: 202, body: '{"result":"printing"}' };
    const claim = {
      key: 'key',
      keep: () => Promise.reject(new Error('it is kept with its print')),
      keepLater: () => undefined,
      keepForPrint: (result: unknown, trx: Parameters<typeof keys.keep>[2]) =>
        keys.keepForPrint('key', { status: 202, body: JSON.stringify(result) }, trx),
    };
    await keys.begin('key', 'hash');
    await plant.controller.printing.reprint(1, { ...WORD, claim });
    await plant.finishPrints();
    await plant.restart();
    expect(await newKeys().begin('key', 'hash')).toEqual(answer);
  });
});

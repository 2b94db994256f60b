import { statusError } from '#contract/api-v3/make-status-error.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineError, type EnginePrint } from '#controller/engines/engine.ts';
import { silentLog } from '#process/log.ts';
import { IdempotencyKeys } from '#controller/idempotency/idempotency-keys.ts';
import { untilHolds } from '#support/until-holds.ts';
import { PrintingRig, textLabel } from './printing-rig.ts';

const LINE = 'Line 1';
const WORD = { by: 'Åsa', reason: 'the label was torn' };

describe('a reprint', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.putCounter('serial');
    await rig.controller.labels.put('Serial', textLabel('{COUNTER;serial}', { printDelay: 4 }));
    await rig.select({ labelName: 'Serial', copies: 2 });
    await rig.trigger();
    await rig.finishPrints();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await rig.close();
  });

  const engine = () => rig.controller.printers.get(LINE).engine;
  const reprint = (id = 1) => rig.controller.printing.reprint(id, WORD);
  const totals = async () => {
    const { state, started, printed, voided } = await rig.db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow();
    return { state, started, printed, voided };
  };
  const owed = () => rig.db.selectFrom('job_owed').selectAll().execute();
  const count = async () => {
    const { counted, explained } = await rig.controller.printResolution.count(LINE);
    return { counted, explained };
  };

  /** From now on the controller gets no reports of its engine. */
  function deafen(): void {
    const nothing = () => undefined;
    engine().listen({
      triggered: nothing,
      distancePassed: nothing,
      printed: nothing,
      failed: nothing,
      unresolved: nothing,
      conditionChanged: nothing,
    });
  }

  /** The differences that the ledger check finds at a start. */
  async function findLedgerFaults(): Promise<unknown[]> {
    const error = vi.fn();
    await rig.restart({ log: { ...silentLog, error } });
    return error.mock.calls.flat();
  }

  /** Prints the job to its end. */
  async function finishJob(): Promise<void> {
    await rig.trigger();
    await rig.finishPrints();
    expect(await totals()).toEqual({ state: 'done', started: 2, printed: 2, voided: 0 });
  }

  it('has the bits and values of the original, and names operator and reason', async () => {
    const sent: EnginePrint[] = [];
    const send = engine().send.bind(engine());
    vi.spyOn(engine(), 'send').mockImplementation((print) => (sent.push(print), send(print)));
    await expect(reprint()).resolves.toEqual({ result: 'printing' });
    await rig.finishPrints();
    const [first, second] = [await rig.controller.prints.get(1), await rig.controller.prints.get(2)];
    const { planes } = await rig.controller.prints.picture(1);
    expect(second).toMatchObject({
      ...{ state: 'printed', pictureHash: first.pictureHash, texts: first.texts, serials: ['1'], moment: first.moment, job: first.job },
      ...{ reprintOf: 1, reprintReason: 'the label was torn', operator: 'Åsa' },
    });
    expect([first.reprints, sent[0]?.planes, sent[0]?.printDelay]).toEqual([[2], planes, 4]);
  });

  it('counts in the totals of its job and of its printer, and is no trigger', async () => {
    await reprint();
    await rig.finishPrints();
    expect([await totals(), await rig.controller.history.counters(LINE), await count()]).toEqual([
      { state: 'queued', started: 2, printed: 2, voided: 0 },
      { triggers: 1, triggerBounces: 0, printedLabels: 2, handedOverLabels: 0 },
      { counted: 2, explained: 2 },
    ]);
  });

  it('takes no copy and no serial from its job', async () => {
    await reprint();
    await rig.finishPrints();
    await rig.trigger();
    await rig.finishPrints();
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'nothing-selected' });
    expect(await rig.serials()).toEqual(['1 printed', '1 printed', '2 printed']);
  });

  it('needs neither its job nor the label that it was printed with', async () => {
    await rig.controller.printing.abort(LINE);
    await rig.controller.labels.remove('Serial');
    await reprint();
    await rig.finishPrints();
    expect(await rig.serials()).toEqual(['1 printed', '1 printed']);
  });

  it('can be repeated itself', async () => {
    await reprint();
    await rig.finishPrints();
    await reprint(2);
    await rig.finishPrints();
    expect((await rig.prints()).map(({ reprintOf }) => reprintOf)).toEqual([undefined, 1, 2]);
  });

  it('repeats a void print and an unknown one', async () => {
    await rig.select({ labelName: 'Serial' });
    vi.spyOn(engine(), 'send').mockRejectedValueOnce(new EngineError('buffer-full', 'its buffer is full'));
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'printer-buffer-full' });
    vi.spyOn(engine(), 'send').mockRejectedValueOnce(new Error('the cable was pulled'));
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'printer-failed' });
    await reprint(2);
    await reprint(3);
    await rig.finishPrints();
    expect(await rig.serials()).toEqual(['1 printed', '2 void', '3 unknown', '2 printed', '3 printed']);
  });

  it('does not repeat a print in progress', async () => {
    await rig.trigger();
    await expect(reprint(2)).rejects.toMatchObject({
      slug: 'print-under-way',
      message: 'Print 2 is sent: it can be repeated once it is printed, void or unknown.',
    });
  });

  it('does not repeat a missing print', async () => {
    await expect(reprint(9)).rejects.toMatchObject({ slug: 'not-found', message: 'There is no print 9.' });
  });

  it('does not count in the printed column of its row', async () => {
    await rig.controller.tables.put('Names', { columns: ['Name', 'Printed'], rows: [['a', '']] });
    await rig.controller.labels.put('Name', textLabel('{TABLE;Name}'));
    await rig.select({ labelName: 'Name', tableName: 'Names', keyColumn: 'Name', key: 'a', printedColumn: 'Printed' });
    await rig.trigger();
    await rig.finishPrints();
    await reprint(2);
    await rig.finishPrints();
    expect((await rig.controller.tables.get('Names')).rows).toEqual([['a', '1']]);
  });

  it('has no bounce time in either direction', async () => {
    await rig.trigger();
    await reprint();
    await expect(rig.controller.printing.trigger(LINE)).resolves.toEqual({ result: 'bounced' });
    rig.clock.advance(20);
    await reprint();
    await rig.select({ labelName: 'Serial' });
    await expect(rig.controller.printing.trigger(LINE)).resolves.toEqual({ result: 'printing' });
  });

  it('does not start its job, which can still be moved after another one', async () => {
    const one = await rig.select({ labelName: 'Serial', checkpoint: true });
    const two = await rig.select({ labelName: 'Serial', queue: true });
    await rig.trigger();
    await rig.finishPrints();
    await rig.controller.queue.seek(LINE, one!.id);
    await reprint(2);
    await rig.controller.queue.reorder(LINE, [two!.id, one!.id]);
    expect((await rig.controller.queue.list(LINE))[0]).toMatchObject({ id: two!.id, state: 'current' });
  });

  describe('is refused like a trigger', () => {
    it('by a printer that cannot print', async () => {
      const printer = rig.controller.printers.get(LINE);
      vi.spyOn(printer, 'canPrint').mockReturnValue(false);
      vi.spyOn(printer, 'condition').mockReturnValue({
        state: 'STANDBY',
        errors: [statusError('cover-open')],
        ink: [],
        conveyor: undefined,
      });
      await expect(reprint()).rejects.toMatchObject({
        slug: 'printer-cannot-print',
        message: '"Line 1" cannot print now: it is STANDBY. A cover is open: close it.',
      });
    });

    it('by a printer whose buffer is full', async () => {
      await rig.select({ labelName: 'Serial' });
      deafen();
      for (let print = 0; print < engine().depth!; print += 1) await rig.trigger();
      await expect(reprint()).rejects.toMatchObject({ slug: 'printer-buffer-full' });
    });

    it('by an engine that refuses it: it is void, and no copy is owed', async () => {
      await finishJob();
      vi.spyOn(engine(), 'send').mockRejectedValueOnce(new EngineError('buffer-full', 'its buffer is full'));
      await expect(reprint()).rejects.toMatchObject({ slug: 'printer-buffer-full' });
      expect([await totals(), await owed(), await rig.serials()]).toEqual([
        { state: 'done', started: 3, printed: 2, voided: 1 },
        [],
        ['1 printed', '2 printed', '1 void'],
      ]);
    });

    it('by a stopped line, and is no missed trigger', async () => {
      await rig.controller.appliedSettings.put(LINE, {
        bounceTime: 20,
        whenDataIsMissing: 'stop',
        firstPrintCheckRequired: false,
        preflightRequired: false,
      });
      await finishJob();
      await expect(rig.trigger()).rejects.toMatchObject({ slug: 'nothing-selected' });
      await expect(reprint()).rejects.toMatchObject({ message: expect.stringContaining('The line was stopped') as string });
      expect((await rig.controller.missedTriggers.page(LINE, { limit: 50 })).missedTriggers).toHaveLength(1);
    });

    it('by a controller that stops', async () => {
      await rig.controller.printing.stop();
      await expect(reprint()).rejects.toMatchObject({ slug: 'printer-cannot-print' });
    });

    it('by a printer that would print other dots', async () => {
      Object.assign(engine(), { target: { ...engine().target, hdpi: 150, vdpi: 150 } });
      await expect(reprint()).rejects.toMatchObject({
        slug: 'printer-cannot-print',
        message: expect.stringContaining('print 1 would look different') as string,
      });
      expect(await rig.serials()).toEqual(['1 printed']);
    });

    it('D15 by an abort that came after it, and nothing prints', async () => {
      const refused = reprint().catch((error: unknown) => error);
      await rig.controller.printing.abort(LINE);
      const marks = engine().count!();
      expect(await refused).toMatchObject({ slug: 'printer-cannot-print' });
      rig.clock.advance(5_000);
      expect([engine().count!(), await owed()]).toEqual([marks, []]);
    });
  });

  it('D15 is void after an abort while the printer has it, and its job stays done', async () => {
    await finishJob();
    await reprint();
    await rig.controller.printing.abort(LINE);
    expect([await totals(), await owed(), await rig.serials()]).toEqual([
      { state: 'done', started: 3, printed: 2, voided: 1 },
      [],
      ['1 printed', '2 printed', '1 void'],
    ]);
  });

  it('A1 is void after a kill before it was sent, and no copy is owed', async () => {
    await finishJob();
    await reprint();
    await rig.db.updateTable('prints').set({ state: 'reserved' }).where('id', '=', 3).execute();
    expect(await findLedgerFaults()).toEqual([]);
    expect([await totals(), await owed()]).toEqual([{ state: 'done', started: 3, printed: 2, voided: 1 }, []]);
  });

  it('A2 is unknown after a kill while the printer has it, until its count says that it was not made', async () => {
    await reprint();
    await rig.restart();
    await untilHolds(async () => expect(await rig.serials()).toEqual(['1 printed', '1 void']));
    const { moves } = await rig.controller.prints.get(2);
    expect(moves.map(({ state, by }) => [state, by])).toEqual([
      ['reserved', undefined],
      ['sent', undefined],
      ['unknown', undefined],
      ['void', 'engine'],
    ]);
    expect([await totals(), await owed()]).toEqual([{ state: 'queued', started: 2, printed: 1, voided: 1 }, []]);
  });

  it('A2 is found by the printer count like any other unreported print', async () => {
    await reprint();
    deafen();
    rig.clock.advance(1_000);
    await rig.restart();
    await untilHolds(async () => expect(await rig.serials()).toEqual(['1 printed', '1 printed']));
    expect([await count(), (await rig.controller.printing.status(LINE)).errors]).toEqual([{ counted: 2, explained: 2 }, []]);
  });

  it('I5 I8 passes the ledger check, and a reprint that differs from its original fails it', async () => {
    await reprint();
    await rig.finishPrints();
    expect(await findLedgerFaults()).toEqual([]);
    await rig.db.updateTable('prints').set({ picture_hash: 'other' }).where('id', '=', 2).execute();
    expect(await findLedgerFaults()).toEqual([
      'The ledger is inconsistent: print 2 is recorded as a reprint of print 1 but differs from it.',
    ]);
  });

  it('A3 is answered once, by what became of its print', async () => {
    const newKeys = () => new IdempotencyKeys({ db: rig.db, now: () => rig.clock.now });
    const keys = newKeys();
    const answer = { status: 202, body: '{"result":"printing"}' };
    const idempotency = {
      key: 'key',
      store: () => Promise.reject(new Error('it is stored with its print')),
      storeLater: () => undefined,
      storeForPrint: (result: unknown, trx: Parameters<typeof keys.store>[2]) =>
        keys.storeForPrint('key', { status: 202, body: JSON.stringify(result) }, trx),
    };
    await keys.begin('key', 'hash');
    await rig.controller.printing.reprint(1, { ...WORD, idempotency });
    await rig.finishPrints();
    await rig.restart();
    expect(await newKeys().begin('key', 'hash')).toEqual(answer);
  });
});

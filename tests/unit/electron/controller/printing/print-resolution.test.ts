import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IdempotencyKeys } from '#controller/idempotency/idempotency-keys.ts';
import { untilHolds } from '#support/until-holds.ts';
import { PrintingRig, textLabel } from './printing-rig.ts';

const LINE = 'Line 1';
const WORD = { by: 'Åsa', reason: 'looked at the product' };

describe('a person', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.putCounter('serial');
    await rig.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
    await rig.select({ labelName: 'Serial', copies: 2 });
    await rig.trigger();
    await rig.finishPrints();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await rig.close();
  });

  const engine = () => rig.controller.printers.get(LINE).engine;
  const errors = async () => (await rig.controller.printing.status(LINE)).errors;
  const count = () => rig.controller.printResolution.count(LINE);
  const accounts = async () => {
    const { started, printed, voided } = await rig.db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow();
    return { started, printed, voided, printedLabels: (await rig.controller.history.counters(LINE)).printedLabels };
  };

  /** A print whose engine did not report whether it accepted it, and that was not made. */
  async function lose(): Promise<void> {
    vi.spyOn(engine(), 'send').mockRejectedValueOnce(new Error('the cable was pulled'));
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'printer-failed' });
  }

  it('says that an unknown print was made, and everything counts it', async () => {
    await lose();
    await rig.controller.printResolution.resolve(2, 'printed', WORD);
    const { moves } = await rig.controller.prints.get(2);
    expect(moves.slice(2)).toMatchObject([
      { state: 'unknown', reason: 'the cable was pulled' },
      { state: 'printed', by: 'Åsa', reason: 'looked at the product' },
    ]);
    expect(await accounts()).toEqual({ started: 2, printed: 2, voided: 0, printedLabels: 2 });
  });

  it('says that it was not made, and its copy is owed', async () => {
    await lose();
    await rig.controller.printResolution.resolve(2, 'void', WORD);
    await rig.trigger();
    await rig.finishPrints();
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'nothing-selected' });
    expect(await rig.serials()).toEqual(['1 printed', '2 void', '3 printed']);
    expect(await accounts()).toEqual({ started: 3, printed: 2, voided: 1, printedLabels: 2 });
  });

  it.each([
    [1, { slug: 'print-not-unknown', message: 'Print 1 is printed: only of an unknown print a person can say what became of it.' }],
    [9, { slug: 'not-found', message: 'There is no print 9.' }],
  ])('says nothing of print %i, and nothing changes', async (id, problem) => {
    const before = [await rig.prints(), await accounts()];
    await expect(rig.controller.printResolution.resolve(id, 'void', WORD)).rejects.toMatchObject(problem);
    expect([await rig.prints(), await accounts()]).toEqual(before);
  });

  it('says nothing of a print that the engine still has', async () => {
    await rig.trigger();
    await expect(rig.controller.printResolution.resolve(2, 'void', WORD)).rejects.toMatchObject({
      message: expect.stringMatching('is sent') as string,
    });
    await rig.finishPrints();
    expect(await rig.serials()).toEqual(['1 printed', '2 printed']);
  });

  it('has another name than the engine', async () => {
    await lose();
    await expect(rig.controller.printResolution.resolve(2, 'void', { ...WORD, by: 'engine' })).rejects.toMatchObject({
      slug: 'invalid-input',
    });
  });

  it('A3 is answered once, in the transaction of what was said', async () => {
    await lose();
    const keys = new IdempotencyKeys({ db: rig.db, now: () => rig.clock.now });
    await keys.begin('key', 'hash');
    const idempotency = {
      key: 'key',
      store: (result: unknown, trx: Parameters<typeof keys.store>[2]) => keys.store('key', { status: 204, body: String(result) }, trx),
      storeLater: () => undefined,
      storeForPrint: () => Promise.reject(new Error('nothing is printed')),
    };
    await rig.controller.printResolution.resolve(2, 'void', { ...WORD, idempotency });
    const afterKill = new IdempotencyKeys({ db: rig.db, now: () => rig.clock.now });
    expect(await afterKill.begin('key', 'hash')).toEqual({ status: 204, body: 'undefined' });
  });

  describe('the count of the engine', () => {
    it('is accepted with the last unknown print, and recorded', async () => {
      await rig.select({ labelName: 'Serial' });
      await lose();
      await lose();
      vi.spyOn(engine(), 'count').mockReturnValue(7);
      await rig.controller.printing.abort(LINE);
      const alarm = 'The printer counts 6 marks more than were confirmed, which only 2 unknown prints could explain.';
      expect(await errors()).toContain(alarm);
      await rig.controller.printResolution.resolve(2, 'printed', WORD);
      const still = 'The printer counts 5 marks more than were confirmed, which only 1 unknown prints could explain.';
      expect(await errors()).toEqual(['The outcome of 1 print is unknown: check the products and resolve it.', still]);
      await rig.controller.printResolution.resolve(3, 'void', WORD);
      const accepted = { at: new Date(rig.clock.wall).toISOString(), ...WORD, counted: 7, explained: 2 };
      expect({ errors: await errors(), count: await count() }).toEqual({ errors: [], count: { counted: 7, explained: 7, accepted } });
    });

    it('is not asked for again after a restart', async () => {
      await lose();
      await rig.controller.printResolution.resolve(2, 'printed', WORD);
      expect(await count()).toMatchObject({ counted: 1, explained: 1, accepted: { counted: 1, explained: 2 } });
      await rig.restart();
      expect({ errors: await errors(), serials: await rig.serials() }).toEqual({ errors: [], serials: ['1 printed', '2 printed'] });
    });

    it('is accepted while another print is in progress', async () => {
      await rig.select({ labelName: 'Serial' });
      await lose();
      await rig.trigger();
      await rig.controller.printResolution.resolve(2, 'void', WORD);
      await rig.finishPrints();
      expect({ errors: await errors(), count: await count() }).toEqual({ errors: [], count: { counted: 2, explained: 2, accepted: null } });
    });

    it('is reported when a print that a person called void was made after all', async () => {
      const send = engine().send.bind(engine());
      vi.spyOn(engine(), 'send').mockImplementationOnce(async (print) => {
        await send(print);
        throw new Error('the answer was lost');
      });
      await expect(rig.trigger()).rejects.toMatchObject({ slug: 'printer-failed' });
      await rig.controller.printResolution.resolve(2, 'void', WORD);
      rig.clock.advance(1_000);
      const alarm = 'The printer counts 1 mark more than were confirmed, which no print explains.';
      await untilHolds(async () => expect(await errors()).toEqual([alarm]));
    });

    it('is accepted when no print is unknown and none explains it', async () => {
      vi.spyOn(engine(), 'count').mockReturnValue(4);
      await rig.controller.printing.abort(LINE);
      expect(await errors()).toEqual(['The printer counts 3 marks more than were confirmed, which no print explains.']);
      await rig.controller.printResolution.acceptCount(LINE, WORD);
      expect({ errors: await errors(), count: await count() }).toMatchObject({
        errors: [],
        count: { accepted: { counted: 4, explained: 1 } },
      });
    });

    it('is accepted after it restarted', async () => {
      vi.spyOn(engine(), 'count').mockReturnValue(0);
      await rig.controller.printing.abort(LINE);
      await rig.controller.printResolution.acceptCount(LINE, WORD);
      expect({ errors: await errors(), count: await count() }).toMatchObject({ errors: [], count: { counted: 0, explained: 0 } });
    });

    it('is not accepted before every print is settled', async () => {
      await lose();
      await expect(rig.controller.printResolution.acceptCount(LINE, WORD)).rejects.toMatchObject({
        slug: 'count-not-acceptable',
        message: 'The outcome of 1 print of "Line 1" is unknown: resolve it first, then the count can be accepted.',
      });
    });

    it('is not accepted while the printer reports no count', async () => {
      vi.spyOn(engine(), 'count').mockReturnValue(undefined);
      await expect(rig.controller.printResolution.acceptCount(LINE, WORD)).rejects.toMatchObject({ slug: 'count-not-acceptable' });
    });

    it('that explains everything is accepted without a record', async () => {
      await rig.controller.printResolution.acceptCount(LINE, WORD);
      expect(await count()).toEqual({ counted: 1, explained: 1, accepted: null });
    });
  });
});

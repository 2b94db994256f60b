import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IdempotencyKeys } from '#controller/idempotency/idempotency-keys.ts';
import { untilHolds } from '#support/until-holds.ts';
import { Plant, textLabel } from './plant.ts';

const LINE = 'Line 1';
const WORD = { by: 'Åsa', reason: 'looked at the product' };

describe('a person', () => {
  let plant: Plant;

  beforeEach(async () => {
    plant = await Plant.build();
    await plant.putCounter('serial');
    await plant.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
    await plant.select({ labelName: 'Serial', copies: 2 });
    await plant.trigger();
    await plant.finishPrints();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await plant.close();
  });

  const engine = () => plant.controller.printers.get(LINE).engine;
  const errors = async () => (await plant.controller.printing.status(LINE)).errors;
  const count = () => plant.controller.resolving.count(LINE);
  const accounts = async () => {
    const { started, printed, voided } = await plant.db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow();
    return { started, printed, voided, printedLabels: (await plant.controller.history.counters(LINE)).printedLabels };
  };

  /** A print of which the engine did not say whether it took it. It did not. */
  async function lose(): Promise<void> {
    vi.spyOn(engine(), 'send').mockRejectedValueOnce(new Error('the cable was pulled'));
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'printer-failed' });
  }

  it('says that an unknown print was made, and everything counts it', async () => {
    await lose();
    await plant.controller.resolving.resolve(2, 'printed', WORD);
    const { moves } = await plant.controller.prints.get(2);
    expect(moves.slice(2)).toMatchObject([
      { state: 'unknown', reason: 'the cable was pulled' },
      { state: 'printed', by: 'Åsa', reason: 'looked at the product' },
    ]);
    expect(await accounts()).toEqual({ started: 2, printed: 2, voided: 0, printedLabels: 2 });
  });

  it('says that it was not made, and its copy is owed', async () => {
    await lose();
    await plant.controller.resolving.resolve(2, 'void', WORD);
    await plant.trigger();
    await plant.finishPrints();
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'nothing-selected' });
    expect(await plant.serials()).toEqual(['1 printed', '2 void', '3 printed']);
    expect(await accounts()).toEqual({ started: 3, printed: 2, voided: 1, printedLabels: 2 });
  });

  it.each([
    [1, { slug: 'print-not-unknown', message: 'Print 1 is printed: only of an unknown print a person can say what became of it.' }],
    [9, { slug: 'not-found', message: 'There is no print 9.' }],
  ])('says nothing of print %i, and nothing changes', async (id, problem) => {
    const before = [await plant.prints(), await accounts()];
    await expect(plant.controller.resolving.resolve(id, 'void', WORD)).rejects.toMatchObject(problem);
    expect([await plant.prints(), await accounts()]).toEqual(before);
  });

  it('says nothing of a print that the engine still has', async () => {
    await plant.trigger();
    await expect(plant.controller.resolving.resolve(2, 'void', WORD)).rejects.toMatchObject({
      message: expect.stringMatching('is sent') as string,
    });
    await plant.finishPrints();
    expect(await plant.serials()).toEqual(['1 printed', '2 printed']);
  });

  it('has another name than the engine', async () => {
    await lose();
    await expect(plant.controller.resolving.resolve(2, 'void', { ...WORD, by: 'engine' })).rejects.toMatchObject({ slug: 'invalid-input' });
  });

  it('A3 is answered once, in the transaction of what was said', async () => {
    await lose();
    const keys = new IdempotencyKeys({ db: plant.db, now: () => plant.clock.now });
    await keys.begin('key', 'hash');
    const claim = {
      key: 'key',
      keep: (result: unknown, trx: Parameters<typeof keys.keep>[2]) => keys.keep('key', { status: 204, body: String(result) }, trx),
      keepLater: () => undefined,
      keepForPrint: () => Promise.reject(new Error('nothing is printed')),
    };
    await plant.controller.resolving.resolve(2, 'void', { ...WORD, claim });
    const afterKill = new IdempotencyKeys({ db: plant.db, now: () => plant.clock.now });
    expect(await afterKill.begin('key', 'hash')).toEqual({ status: 204, body: 'undefined' });
  });

  describe('and the count of the engine', () => {
    it('is taken as it is with the last unknown print, on record', async () => {
      await plant.select({ labelName: 'Serial' });
      await lose();
      await lose();
      vi.spyOn(engine(), 'count').mockReturnValue(7);
      await plant.controller.printing.abort(LINE);
      const alarm = 'The printer counts 6 marks more than were confirmed, which only 2 unknown prints could explain.';
      expect(await errors()).toContain(alarm);
      await plant.controller.resolving.resolve(2, 'printed', WORD);
      const still = 'The printer counts 5 marks more than were confirmed, which only 1 unknown prints could explain.';
      expect(await errors()).toEqual(['Nobody knows of 1 print whether it was made: look, and say so.', still]);
      await plant.controller.resolving.resolve(3, 'void', WORD);
      const accepted = { at: new Date(plant.clock.wall).toISOString(), ...WORD, counted: 7, explained: 2 };
      expect({ errors: await errors(), count: await count() }).toEqual({ errors: [], count: { counted: 7, explained: 7, accepted } });
    });

    it('is not asked for again after a restart', async () => {
      await lose();
      await plant.controller.resolving.resolve(2, 'printed', WORD);
      expect(await count()).toMatchObject({ counted: 1, explained: 1, accepted: { counted: 1, explained: 2 } });
      await plant.restart();
      expect({ errors: await errors(), serials: await plant.serials() }).toEqual({ errors: [], serials: ['1 printed', '2 printed'] });
    });

    it('is taken as it is while another print is on its way', async () => {
      await plant.select({ labelName: 'Serial' });
      await lose();
      await plant.trigger();
      await plant.controller.resolving.resolve(2, 'void', WORD);
      await plant.finishPrints();
      expect({ errors: await errors(), count: await count() }).toEqual({ errors: [], count: { counted: 2, explained: 2, accepted: null } });
    });

    it('is an alarm when it made after all what a person called void', async () => {
      const send = engine().send.bind(engine());
      vi.spyOn(engine(), 'send').mockImplementationOnce(async (print) => {
        await send(print);
        throw new Error('the answer was lost');
      });
      await expect(plant.trigger()).rejects.toMatchObject({ slug: 'printer-failed' });
      await plant.controller.resolving.resolve(2, 'void', WORD);
      plant.clock.advance(1_000);
      const alarm = 'The printer counts 1 mark more than were confirmed, which no print explains.';
      await untilHolds(async () => expect(await errors()).toEqual([alarm]));
    });

    it('is accepted when no print is unknown and none explains it', async () => {
      vi.spyOn(engine(), 'count').mockReturnValue(4);
      await plant.controller.printing.abort(LINE);
      expect(await errors()).toEqual(['The printer counts 3 marks more than were confirmed, which no print explains.']);
      await plant.controller.resolving.acceptCount(LINE, WORD);
      expect({ errors: await errors(), count: await count() }).toMatchObject({
        errors: [],
        count: { accepted: { counted: 4, explained: 1 } },
      });
    });

    it('is accepted after it began anew', async () => {
      vi.spyOn(engine(), 'count').mockReturnValue(0);
      await plant.controller.printing.abort(LINE);
      await plant.controller.resolving.acceptCount(LINE, WORD);
      expect({ errors: await errors(), count: await count() }).toMatchObject({ errors: [], count: { counted: 0, explained: 0 } });
    });

    it('is not accepted before every print is settled', async () => {
      await lose();
      await expect(plant.controller.resolving.acceptCount(LINE, WORD)).rejects.toMatchObject({
        slug: 'count-not-acceptable',
        message: 'Nobody knows whether 1 print of "Line 1" was made: say so first, and its count is accepted.',
      });
    });

    it('is not accepted while the printer does not say it', async () => {
      vi.spyOn(engine(), 'count').mockReturnValue(undefined);
      await expect(plant.controller.resolving.acceptCount(LINE, WORD)).rejects.toMatchObject({ slug: 'count-not-acceptable' });
    });

    it('that explains everything is accepted without a record', async () => {
      await plant.controller.resolving.acceptCount(LINE, WORD);
      expect(await count()).toEqual({ counted: 1, explained: 1, accepted: null });
    });
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IdempotentRequest } from '#controller/idempotency/idempotent-request.ts';
import { EngineError } from '#controller/engines/engine.ts';
import { IdempotencyKeys } from '#controller/idempotency/idempotency-keys.ts';
import type { PrintState } from '#contract/api-v3/print.ts';
import { untilHolds } from '#support/until-holds.ts';
import { PrintingRig, textLabel } from './printing-rig.ts';

const KEY = 'key-1';
const PRINTING = { status: 202, body: '{"result":"printing"}' };

let rig: PrintingRig;
let keys: IdempotencyKeys;

beforeEach(async () => {
  rig = await PrintingRig.build();
  keys = newKeys();
  await rig.putCounter('serial');
  await rig.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
  await rig.select({ labelName: 'Serial' });
});
afterEach(() => rig.close());

const newKeys = () => new IdempotencyKeys({ db: rig.db, now: () => rig.clock.now });

/** The idempotent request that a server passes on. */
function idempotency(status: number): IdempotentRequest {
  const answer = (result: unknown) => ({ status, body: JSON.stringify(result) });
  return {
    key: KEY,
    store: (result, trx) => keys.store(KEY, answer(result), trx),
    storeLater: () => undefined,
    storeForPrint: (result, trx) => keys.storeForPrint(KEY, answer(result), trx),
  };
}

async function trigger(): Promise<void> {
  rig.clock.advance(100);
  await rig.controller.printing.trigger('Line 1', { idempotency: idempotency(202) });
}

/** Kills the controller before it has answered the request. */
async function kill(): Promise<void> {
  await rig.restart();
  keys = newKeys();
}

const repeat = () => keys.begin(KEY, 'hash');

describe('a trigger that is repeated after a kill', () => {
  beforeEach(async () => {
    expect(await repeat()).toBeUndefined();
  });

  /** Kills the controller while the engine accepts the print, with the ledger as it is then. */
  async function killWhen(state: PrintState): Promise<void> {
    vi.spyOn(rig.controller.printers.get('Line 1').engine, 'send').mockReturnValueOnce(new Promise(() => undefined));
    void trigger();
    await untilHolds(async () => expect(await rig.serials()).toEqual(['1 sent']));
    await rig.db.updateTable('prints').set({ state }).execute();
    await kill();
  }

  it('A3 is answered when its print was made', async () => {
    await trigger();
    await rig.finishPrints();
    await kill();
    expect({ answer: await repeat(), serials: await rig.serials() }).toEqual({ answer: PRINTING, serials: ['1 printed'] });
  });

  it('A1 prints once when its print never went out', async () => {
    await killWhen('reserved');
    expect(await repeat()).toBeUndefined();
    await trigger();
    await rig.finishPrints();
    await keys.end(KEY, PRINTING);
    expect({ answer: await repeat(), serials: await rig.serials() }).toEqual({ answer: PRINTING, serials: ['1 void', '2 printed'] });
  });

  it('A2 names the print whose result is unknown, until it is stated', async () => {
    await killWhen('sent');
    await expect(repeat()).rejects.toMatchObject({
      slug: 'idempotency-unknown',
      context: { instance: '/api/v3/prints/1', detail: expect.stringContaining('/api/v3/prints/1/resolution') as string },
    });
    await rig.db.updateTable('prints').set({ state: 'printed' }).execute();
    expect(await repeat()).toEqual(PRINTING);
  });

  it('is refused when it is another request', async () => {
    await trigger();
    await kill();
    await expect(keys.begin(KEY, 'other')).rejects.toMatchObject({ slug: 'idempotency-mismatch' });
  });
});

describe('a trigger that failed', () => {
  it('leaves its key free when the engine refused the print', async () => {
    vi.spyOn(rig.controller.printers.get('Line 1').engine, 'send').mockRejectedValueOnce(
      new EngineError('buffer-full', 'its buffer is full'),
    );
    await repeat();
    await expect(trigger()).rejects.toMatchObject({ slug: 'printer-buffer-full' });
    await keys.end(KEY, { status: 409, body: '{}' });
    expect(await repeat()).toBeUndefined();
    await trigger();
    await rig.finishPrints();
    expect(await rig.serials()).toEqual(['1 void', '2 printed']);
  });

  it('names its print when the engine did not say whether it took it', async () => {
    vi.spyOn(rig.controller.printers.get('Line 1').engine, 'send').mockRejectedValueOnce(new Error('the cable was pulled'));
    await repeat();
    await expect(trigger()).rejects.toMatchObject({ slug: 'printer-failed' });
    await keys.end(KEY, { status: 502, body: '{}' });
    await expect(repeat()).rejects.toMatchObject({ slug: 'idempotency-unknown' });
  });
});

describe('a selection that is repeated after a kill', () => {
  const jobs = () => rig.db.selectFrom('jobs').select(['id', 'state']).orderBy('position').execute();

  it('A3 gets its answer and makes no second job', async () => {
    await repeat();
    const selection = await rig.controller.printing.select(
      'Line 1',
      { labelName: 'Serial', queue: true, checkpoint: false, repeatPrint: false },
      { idempotency: idempotency(200) },
    );
    const before = await jobs();
    await kill();
    expect({ answer: await repeat(), jobs: await jobs() }).toEqual({
      answer: { status: 200, body: JSON.stringify(selection) },
      jobs: before,
    });
  });

  it('is decided again after a refusal', async () => {
    await repeat();
    const refused = rig.controller.printing.select(
      'Line 1',
      { labelName: 'none', queue: true, checkpoint: false, repeatPrint: false },
      { idempotency: idempotency(200) },
    );
    await expect(refused).rejects.toMatchObject({ slug: 'not-found' });
    await kill();
    expect(await repeat()).toBeUndefined();
  });
});

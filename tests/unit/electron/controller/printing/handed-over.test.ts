import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PrinterState } from '#contract/api-v3/printer-states.ts';
import { EngineError, type EngineListener, type PrintEngine } from '#controller/engines/engine.ts';
import { silentLog } from '#process/log.ts';
import { PrintingRig, textLabel } from './printing-rig.ts';

const LINE = 'Line 1';

/** A device that takes prints and never confirms one. */
class SilentEngine implements PrintEngine {
  readonly properties = { type: 'silent', height: 50 };
  readonly target = { hdpi: 300, vdpi: 300 };
  readonly traits = { proof: 'none', clearsOnStart: false } as const;
  readonly sent: number[] = [];
  refusal: Error | undefined;
  #state: PrinterState = 'STOPPED';
  #listener: EngineListener | undefined;

  listen(listener: EngineListener): void {
    this.#listener = listener;
  }

  async start(): Promise<void> {
    for (const state of ['STARTING', 'STARTED'] as const) {
      this.#state = state;
      this.#listener?.conditionChanged();
    }
  }

  async stop(): Promise<void> {}

  condition() {
    return { state: this.#state, errors: [], ink: [] };
  }

  async send({ id }: { id: number }): Promise<void> {
    if (this.refusal) throw this.refusal;
    this.sent.push(id);
  }

  async abort(): Promise<number[]> {
    return [];
  }
}

describe('a print on a printer that proves nothing', () => {
  let rig: PrintingRig;
  let engine: SilentEngine;

  beforeEach(async () => {
    engine = new SilentEngine();
    rig = await PrintingRig.build({ virtualPrinters: 1, makeEngine: () => engine });
    await rig.putCounter('serial');
    await rig.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
    await rig.select({ labelName: 'Serial', copies: 2 });
  });
  afterEach(() => rig.close());

  const prints = async () => (await rig.controller.prints.page({ printer: LINE, limit: 10 })).prints;
  const job = async () => (await rig.controller.printing.status(LINE)).job;

  it('is handed over, never printed, and makes progress in its job', async () => {
    await rig.trigger();
    expect(await prints()).toMatchObject([{ id: 1, state: 'handed-over', proof: 'none' }]);
    expect(await job()).toMatchObject({ printed: 1, started: 1 });
    await rig.trigger();
    expect(await job()).toBeNull();
    expect(engine.sent).toEqual([1, 2]);
  });

  it('is counted apart from confirmed prints, and not in the history', async () => {
    await rig.trigger();
    expect(await rig.controller.history.counters(LINE)).toEqual({
      ...{ triggers: 1, triggerBounces: 0, printedLabels: 0, handedOverLabels: 1 },
    });
    const { count } = await rig.controller.history.read(LINE, { resolution: 'DAYS' });
    expect(count).toEqual([0]);
  });

  it('is void if the device certainly did not take it, and unknown if that is open', async () => {
    engine.refusal = new EngineError('device-failed', 'the device refuses');
    await expect(rig.trigger()).rejects.toThrow();
    engine.refusal = new Error('the connection broke');
    await expect(rig.trigger()).rejects.toThrow();
    expect((await prints()).map(({ state }) => state)).toEqual(['unknown', 'void']);
  });

  it('stays handed over after a restart, and the ledger is consistent', async () => {
    await rig.trigger();
    const error = vi.fn();
    await rig.restart({ virtualPrinters: 1, makeEngine: () => new SilentEngine(), log: { ...silentLog, error } });
    expect((await prints()).map(({ state }) => state)).toEqual(['handed-over']);
    expect(error).not.toHaveBeenCalled();
  });

  it('can be reprinted', async () => {
    await rig.trigger();
    await rig.controller.printing.reprint(1, { by: 'Ada', reason: 'smudged' });
    expect((await prints()).map(({ state, reprintOf }) => [state, reprintOf])).toEqual([
      ['handed-over', 1],
      ['handed-over', undefined],
    ]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EngineCondition, EngineListener, EngineTraits, PrintEngine } from '#controller/engines/engine.ts';
import { untilHolds } from '#support/until-holds.ts';
import { PrintingRig, textLabel } from './printing-rig.ts';

const LINE = 'Line 1';

/** A label printer that counts whole labels. Tests say what becomes of its prints. */
class CountingEngine implements PrintEngine {
  readonly properties = { type: 'counting', height: 50 };
  readonly target = { hdpi: 300, vdpi: 300 };
  readonly traits: EngineTraits = { proof: 'count', clearsOnStart: true, counts: 'marks', leavesPartialPrints: true };
  labels = 0;
  listener: EngineListener | undefined;
  #condition: EngineCondition = { state: 'STOPPED', errors: [], ink: [] };

  listen(listener: EngineListener): void {
    this.listener = listener;
  }

  async start(): Promise<void> {
    for (const state of ['STARTING', 'STARTED'] as const) {
      this.#condition = { ...this.#condition, state };
      this.listener?.conditionChanged();
    }
  }

  async stop(): Promise<void> {}

  condition(): EngineCondition {
    return this.#condition;
  }

  count(): number {
    return this.labels;
  }

  async send(): Promise<void> {}

  async abort(): Promise<number[]> {
    return [];
  }
}

describe('a print on a printer whose count shows whole labels only', () => {
  let rig: PrintingRig;
  let engine: CountingEngine;
  const options = { virtualPrinters: 1, makeEngine: () => engine };

  beforeEach(async () => {
    engine = new CountingEngine();
    rig = await PrintingRig.build(options);
    await rig.controller.labels.put('Code', textLabel('{TABLE;Code}'));
    await rig.controller.tables.put('Codes', { columns: ['Code'], rows: [['A1'], ['A2'], ['A3']] });
    await rig.select({ labelName: 'Code', tableName: 'Codes' });
  });
  afterEach(() => rig.close());

  /** The row and the state of each print, oldest first. */
  async function prints(): Promise<string[]> {
    const rows = await rig.db.selectFrom('prints').select(['row', 'state']).orderBy('id').execute();
    return rows.map(({ row, state }) => `${row} ${state}`);
  }

  const errors = async () => (await rig.controller.printing.status(LINE)).errors;
  const isUnknown = 'The outcome of 1 print is unknown: check the products and resolve it.';

  async function confirm(id: number): Promise<void> {
    engine.labels += 1;
    engine.listener?.printed(id, engine.labels);
    await untilHolds(async () => expect((await rig.prints())[id - 1]?.state).toBe('printed'));
  }

  async function interrupt(id: number): Promise<void> {
    engine.listener?.unresolved(id, 'an error interrupted it');
    await untilHolds(async () => expect(await errors()).toEqual([isUnknown]));
  }

  it('D14 stays unknown after an error, and its row is not printed again: a part with its code may be on a label', async () => {
    await rig.trigger();
    await interrupt(1);
    await rig.trigger();
    await confirm(2);
    expect({ prints: await prints(), errors: await errors() }).toEqual({ prints: ['0 unknown', '1 printed'], errors: [isUnknown] });
  });

  it('A2 stays unknown after a kill if the count does not show it', async () => {
    await rig.trigger();
    await rig.restart(options);
    await untilHolds(async () => expect(await errors()).toEqual([isUnknown]));
    await rig.trigger();
    await confirm(2);
    expect({ prints: await prints(), errors: await errors() }).toEqual({ prints: ['0 unknown', '1 printed'], errors: [isUnknown] });
  });

  it('A2 is printed after a kill if the count shows it', async () => {
    await rig.trigger();
    engine.labels += 1;
    await rig.restart(options);
    await untilHolds(async () => expect(await prints()).toEqual(['0 printed']));
    expect(await errors()).toEqual([]);
  });

  it('is left to a person if the count shows one of two: the first of them may be the partial one', async () => {
    await rig.trigger();
    await interrupt(1);
    await rig.trigger();
    engine.labels += 1;
    await rig.restart(options);
    const mismatch = 'The printer made 1 of the 2 unknown prints, and its count does not tell which.';
    await untilHolds(async () => expect(await errors()).toContain(mismatch));
    expect(await prints()).toEqual(['0 unknown', '1 unknown']);
  });

  it('owes its copy again once a person says that it is void', async () => {
    await rig.trigger();
    await interrupt(1);
    await rig.controller.printResolution.resolve(1, 'void', { by: 'Ada', reason: 'nothing on the label' });
    await rig.trigger();
    await confirm(2);
    expect({ prints: await prints(), errors: await errors() }).toEqual({ prints: ['0 void', '0 printed'], errors: [] });
  });

  it('agrees with the count after a person says that it was made', async () => {
    await rig.trigger();
    await interrupt(1);
    await rig.controller.printResolution.resolve(1, 'printed', { by: 'Ada', reason: 'the code is on the label' });
    await rig.trigger();
    await confirm(2);
    expect({ prints: await prints(), errors: await errors() }).toEqual({ prints: ['0 printed', '1 printed'], errors: [] });
  });
});

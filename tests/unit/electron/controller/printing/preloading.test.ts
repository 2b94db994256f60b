import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PrinterState } from '#contract/api-v3/printer-states.ts';
import { EngineError, type EngineListener, type PrintEngine } from '#controller/engines/engine.ts';
import { untilHolds } from '#support/until-holds.ts';
import { PrintingRig, textLabel } from './printing-rig.ts';

const LINE = 'Line 1';
const SERIAL = textLabel('{COUNTER;serial}');

/** A device that holds one print, and makes it when its photocell detects a product. */
class PreloadedEngine implements PrintEngine {
  readonly properties = { type: 'preloaded', height: 50 };
  readonly target = { hdpi: 300, vdpi: 300 };
  readonly traits = { proof: 'ack', clearsOnStart: true, preloads: true } as const;
  readonly depth = 1;
  held: number | undefined;
  refusal: Error | undefined;
  #state: PrinterState = 'STOPPED';
  #listener: EngineListener | undefined;

  listen(listener: EngineListener): void {
    this.#listener = listener;
  }

  async start(): Promise<void> {
    this.held = undefined;
    this.enter('STARTING');
    this.enter('STARTED');
  }

  async stop(): Promise<void> {
    this.enter('STOPPED');
  }

  enter(state: PrinterState): void {
    this.#state = state;
    this.#listener?.conditionChanged();
  }

  condition() {
    return { state: this.#state, errors: [], ink: [] };
  }

  async send({ id }: { id: number }): Promise<void> {
    if (this.refusal) throw this.refusal;
    if (this.held !== undefined) throw new EngineError('buffer-full', 'it holds a print');
    this.held = id;
  }

  async abort(): Promise<number[]> {
    const dropped = this.held === undefined ? [] : [this.held];
    this.held = undefined;
    return dropped;
  }

  detectProduct(): void {
    const { held } = this;
    this.held = undefined;
    if (held !== undefined) this.#listener?.printed(held);
  }
}

describe('a printer whose own product detector starts each print', () => {
  let rig: PrintingRig;
  let engine: PreloadedEngine;

  beforeEach(async () => {
    engine = new PreloadedEngine();
    rig = await PrintingRig.build({ virtualPrinters: 1, makeEngine: () => engine });
    await rig.putCounter('serial');
    await rig.controller.labels.put('Serial', SERIAL);
  });
  afterEach(() => rig.close());

  const holds = (id: number | undefined) => untilHolds(() => expect(engine.held).toBe(id));

  it('gets its next print as soon as a job is loaded, and after each product', async () => {
    await rig.select({ labelName: 'Serial', copies: 2 });
    await holds(1);
    engine.detectProduct();
    await holds(2);
    engine.detectProduct();
    await untilHolds(async () => expect(await rig.serials()).toEqual(['1 printed', '2 printed']));
    expect((await rig.controller.printing.status(LINE)).job).toBeNull();
    expect(await rig.controller.history.counters(LINE)).toMatchObject({ triggers: 0, printedLabels: 2 });
  });

  it('shows the print that it holds as the next one', async () => {
    await rig.select({ labelName: 'Serial' });
    await holds(1);
    const shown = await rig.controller.printing.nextPicture(LINE);
    expect(shown.hash).toBe((await rig.controller.prints.picture(1)).hash);
    engine.detectProduct();
    await holds(2);
    expect((await rig.controller.printing.nextPicture(LINE)).hash).not.toBe(shown.hash);
  });

  it('prints what it holds, and then the version of a label that a change gives to its job', async () => {
    await rig.select({ labelName: 'Serial' });
    await holds(1);
    const shown = async () => (await rig.controller.printing.status(LINE)).job;
    const before = await shown();
    await rig.controller.labelChanges.put('Serial', textLabel('New {COUNTER;serial}'), { runningJobs: 'update' });
    expect(await shown()).toMatchObject({ revision: 1, newerRevision: 2 });
    engine.detectProduct();
    await holds(2);
    expect((await rig.prints()).map(({ labelRevision }) => labelRevision)).toEqual([1, 2]);
    const after = await shown();
    expect(after).toMatchObject({ revision: 2 });
    expect(after?.nextPrint).not.toBe(before?.nextPrint);
  });

  it('gets a job of the queue after the one before', async () => {
    await rig.controller.labels.put('Other', SERIAL);
    await rig.select({ labelName: 'Serial', copies: 1 });
    await rig.select({ labelName: 'Other', queue: true });
    await holds(1);
    engine.detectProduct();
    await holds(2);
    expect(await rig.prints()).toMatchObject([{ label: 'Serial' }, { label: 'Other' }]);
  });

  it('does not print the value of a job that another one has replaced', async () => {
    await rig.select({ labelName: 'Serial' });
    await holds(1);
    await rig.select({ labelName: 'Serial' });
    await holds(2);
    expect(await rig.serials()).toEqual(['1 void', '2 sent']);
  });

  it('holds nothing after a deselection or an abort', async () => {
    await rig.select({ labelName: 'Serial' });
    await holds(1);
    await rig.select({});
    expect(engine.held).toBeUndefined();
    await rig.select({ labelName: 'Serial' });
    await holds(2);
    await rig.controller.printing.abort(LINE);
    expect(engine.held).toBeUndefined();
    expect(await rig.serials()).toEqual(['1 void', '2 void']);
  });

  it('loses a print that is blocked, and gets its row again after the lifting', async () => {
    const { printing } = rig.controller;
    await rig.select({ labelName: 'Serial' });
    await holds(1);
    await printing.blockPrints({ label: 'Other', reason: 'wrong' }, { by: '' });
    expect(engine.held).toBe(1);
    await printing.blockPrints({ label: 'Serial', reason: 'wrong' }, { by: '' });
    expect(engine.held).toBeUndefined();
    await untilHolds(async () =>
      expect((await printing.status(LINE)).errors).toContainEqual(expect.stringMatching(/^The next print could not be loaded: Block 2/)),
    );
    expect(await rig.serials()).toEqual(['1 void']);
    await printing.liftBlock(2, 'checked', { by: '' });
    await holds(2);
    await untilHolds(async () => expect((await printing.status(LINE)).errors).toEqual([]));
  });

  it('says so when the device may still make a print that is blocked', async () => {
    await rig.select({ labelName: 'Serial' });
    await holds(1);
    engine.abort = () => Promise.reject(new Error('no answer'));
    await rig.controller.printing.blockPrints({ label: 'Serial', reason: 'wrong' }, { by: '' });
    await untilHolds(async () =>
      expect((await rig.controller.printing.status(LINE)).errors).toContainEqual(
        expect.stringMatching(/^The device may still make a print that is blocked: stop it\. Block 1/),
      ),
    );
  });

  it('gets its next print when it can print again', async () => {
    engine.enter('ERROR');
    await rig.select({ labelName: 'Serial' });
    expect(engine.held).toBeUndefined();
    engine.enter('STARTED');
    await holds(1);
  });

  it('is not offered another print before something has changed when it has refused one', async () => {
    engine.refusal = new EngineError('device-failed', 'the value is too long');
    await rig.select({ labelName: 'Serial' });
    await untilHolds(async () =>
      expect((await rig.controller.printing.status(LINE)).errors).toEqual([
        expect.stringMatching(/^The next print could not be loaded: .*the value is too long/),
      ]),
    );
    expect(await rig.serials()).toEqual(['1 void']);
    engine.refusal = undefined;
    await rig.select({ labelName: 'Serial' });
    await holds(2);
    expect((await rig.controller.printing.status(LINE)).errors).toEqual([]);
  });

  it('is not triggered by a request', async () => {
    await rig.select({ labelName: 'Serial' });
    await expect(rig.trigger()).rejects.toMatchObject({
      slug: 'printer-cannot-print',
      message: expect.stringContaining('product detector'),
    });
  });

  it('says so in its properties', () => {
    expect(rig.controller.printers.get(LINE).properties).toMatchObject({ startsPrints: true });
  });
});

describe('two printers whose own product detectors start their prints, and that share the rows of a table', () => {
  let rig: PrintingRig;
  let engines: PreloadedEngine[];
  const LINES = ['Line 1', 'Line 2'];

  beforeEach(async () => {
    engines = [];
    const makeEngine = () => {
      const engine = new PreloadedEngine();
      engines.push(engine);
      return engine;
    };
    rig = await PrintingRig.build({ virtualPrinters: 2, makeEngine });
    await rig.controller.labels.put('Row', textLabel('{TABLE;Id}'));
    await rig.controller.tables.put('Rows', { columns: ['Id'], rows: [['a'], ['b'], ['c']] });
    for (const line of LINES) await rig.select({ labelName: 'Row', tableName: 'Rows', rowAllocation: 'shared' }, line);
  });
  afterEach(() => rig.close());

  const held = () => engines.map((engine) => engine.held);
  const holds = (...ids: (number | undefined)[]) => untilHolds(() => expect(held()).toEqual(ids));
  const rows = async () =>
    (await rig.db.selectFrom('prints').select(['row', 'state']).orderBy('id').execute()).map(({ row, state }) => `${row} ${state}`);

  it('hold different rows, and print each row once', async () => {
    await holds(1, 2);
    engines[1]?.detectProduct();
    await holds(1, 3);
    engines[1]?.detectProduct();
    engines[0]?.detectProduct();
    await untilHolds(async () => expect(await rows()).toEqual(['0 printed', '1 printed', '2 printed']));
    expect(held()).toEqual([undefined, undefined]);
  });

  it('give the row that an aborted printer held to the other one', async () => {
    await holds(1, 2);
    await rig.controller.printing.abort('Line 1');
    engines[1]?.detectProduct();
    await holds(undefined, 3);
    expect(await rows()).toEqual(['0 void', '1 printed', '0 sent']);
  });

  it('load the row of a void print although its device was empty and its job done', async () => {
    await holds(1, 2);
    engines[1]?.detectProduct();
    await holds(1, 3);
    engines[1]?.detectProduct();
    await holds(1, undefined);
    await rig.controller.printing.abort('Line 1');
    await holds(undefined, 4);
    expect(await rows()).toEqual(['0 void', '1 printed', '2 printed', '0 sent']);
  });
});

import type { PrinterState } from '#contract/api-v3/printer-states.ts';
import { EngineError, type EngineListener, type EnginePrint, type PrintEngine } from '#controller/engines/engine.ts';

/** How the device handles the next print: accepts it, refuses it, or gives no usable answer. */
export type SendAnswer = 'take' | 'refuse' | 'lose';

/** Prints that the device holds. */
export const DEPTH = 3;
const WARM_UP: readonly PrinterState[] = ['INITIALIZING', 'STARTING'];

/** A device under the control of the test. It outlives the controllers that use it. */
export class HandDevice {
  /** Accepted prints that are not made, oldest first. */
  held: number[] = [];
  answer: SendAnswer = 'take';
  /** Number of prints that it has made. */
  marks = 0;
  /** Whether it reports that count. */
  readonly #counts: boolean;
  #isDry = false;
  #state: PrinterState = 'STOPPED';
  #listener: EngineListener | undefined;
  /** The engine of the current controller. */
  #engine: PrintEngine | undefined;

  constructor(counts: boolean) {
    this.#counts = counts;
  }

  /** Creates the engine of the next controller. Reports to the previous one are dropped. */
  connect(): PrintEngine {
    let listener: EngineListener | undefined;
    const engine: PrintEngine = {
      properties: { type: 'Hand' },
      target: { hdpi: 300, vdpi: 300, isColor: false },
      traits: { proof: 'id', clearsOnStart: true, counts: 'marks' },
      depth: DEPTH,
      count: () => (this.#counts ? this.marks : undefined),
      listen: (to) => (listener = to),
      start: async () => {
        this.#engine = engine;
        this.#listener = listener;
        for (const state of [...WARM_UP, this.#isDry ? ('ERROR' as const) : ('STARTED' as const)]) this.#enter(state);
      },
      stop: async () => undefined,
      condition: () => ({ state: this.#state, errors: [], ink: [] }),
      send: (print) => this.#take(engine, print),
      abort: async () => (engine === this.#engine ? this.held.splice(0) : []),
    };
    return engine;
  }

  /** The controller process was killed. Makes this many of the prints that it holds, and forgets the others. */
  disconnect(marked: number): void {
    this.#listener = this.#engine = undefined;
    this.marks += Math.min(marked, this.held.length);
    this.held = [];
  }

  passProduct(): void {
    this.#listener?.triggered();
  }

  /** Makes the oldest print that it holds. */
  mark(): void {
    const id = this.held.shift();
    if (id === undefined) return;
    this.marks++;
    this.#listener?.printed(id, this.#counts ? this.marks : undefined);
  }

  /** Fails to make the oldest print that it holds. */
  fail(): void {
    const id = this.held.shift();
    if (id !== undefined) this.#listener?.failed(id, 'the head did not fire');
  }

  /** Runs out of ink, and drops or keeps the prints that it holds. */
  runDry(drops: boolean): void {
    this.#isDry = true;
    this.#enter('ERROR');
    if (!drops) return;
    for (const id of this.held.splice(0)) this.#listener?.failed(id, 'the ink ran out');
  }

  refill(): void {
    this.#isDry = false;
    this.#enter('STARTED');
  }

  async #take(engine: PrintEngine, { id }: EnginePrint): Promise<void> {
    const { answer } = this;
    this.answer = 'take';
    if (engine !== this.#engine) throw new Error('this engine was replaced');
    if (answer === 'refuse') throw new EngineError('buffer-full', 'the buffer of the device is full');
    if (answer === 'lose') throw new Error('the answer of the device was cut off');
    this.held.push(id);
  }

  #enter(state: PrinterState): void {
    this.#state = state;
    this.#listener?.conditionChanged();
  }
}

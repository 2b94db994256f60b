import type { PrinterState } from '#contract/api-v3/printer-states.ts';
import { EngineError, type EngineListener, type EnginePrint, type PrintEngine } from '#controller/engines/engine.ts';

/** What the device does with the next print that it is handed: takes it, says that it cannot, or says nothing that can be understood. */
export type SendAnswer = 'take' | 'refuse' | 'lose';

/** Prints that the device holds. */
export const DEPTH = 3;
const WARM_UP: readonly PrinterState[] = ['INITIALIZING', 'STARTING'];

/** A device that does what it is told when it is told so. It outlives the controllers that speak to it. */
export class HandDevice {
  /** Accepted and not marked, oldest first. */
  held: number[] = [];
  answer: SendAnswer = 'take';
  /** Marks that it has made. */
  marks = 0;
  /** Whether it says so. */
  readonly #counts: boolean;
  #isDry = false;
  #state: PrinterState = 'STOPPED';
  #listener: EngineListener | undefined;
  /** The engine of the controller that speaks to it now. */
  #engine: PrintEngine | undefined;

  constructor(counts: boolean) {
    this.#counts = counts;
  }

  /** The engine of the next controller. What the one before is told from now on reaches nobody. */
  connect(): PrintEngine {
    let listener: EngineListener | undefined;
    const engine: PrintEngine = {
      properties: { type: 'Hand' },
      target: { hdpi: 300, vdpi: 300, isColor: false },
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

  /** The process of its controller was killed. It marks so many of what it holds, and forgets the others. */
  disconnect(marked: number): void {
    this.#listener = this.#engine = undefined;
    this.marks += Math.min(marked, this.held.length);
    this.held = [];
  }

  passProduct(): void {
    this.#listener?.triggered();
  }

  /** Marks the oldest print that it holds. */
  mark(): void {
    const id = this.held.shift();
    if (id === undefined) return;
    this.marks++;
    this.#listener?.printed(id, this.#counts ? this.marks : undefined);
  }

  /** Fails to mark the oldest print that it holds. */
  fail(): void {
    const id = this.held.shift();
    if (id !== undefined) this.#listener?.failed(id, 'the head did not fire');
  }

  /** Runs out of ink, and drops what it holds or keeps it. */
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
    if (engine !== this.#engine) throw new Error('nobody is there any more');
    if (answer === 'refuse') throw new EngineError('buffer-full', 'the device has no room');
    if (answer === 'lose') throw new Error('the answer of the device was cut off');
    this.held.push(id);
  }

  #enter(state: PrinterState): void {
    this.#state = state;
    this.#listener?.conditionChanged();
  }
}

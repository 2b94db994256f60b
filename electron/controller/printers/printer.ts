import type { Conveyor, InkStatus, PrinterProperties } from '#contract/api-v3/printer.ts';
import { PRINTING_STATES, type PrinterState } from '#contract/api-v3/printer-states.ts';
import type { PrintEngine } from '../engines/engine.ts';
import type { Log } from '../engines/log.ts';
import { tellNobody, type Tell } from '../events/events.ts';
import { canFollow } from './printer-states.ts';

/** What a printer is and what it says of itself now. */
export interface PrinterCondition {
  state: PrinterState;
  errors: string[];
  ink: InkStatus[];
  conveyor: Conveyor | undefined;
}

/** Facts about prints and products from a printer's engine. */
export interface PrinterListener {
  /** The engine has been started: what it held before it does not hold any more. */
  started(): void;
  triggered(): void;
  distancePassed(): void;
  printed(id: number, count?: number): void;
  failed(id: number, reason: string): void;
}

/** One printer: its engine, and its state as the allowed transitions make it. */
export class Printer {
  readonly name: string;
  readonly properties: PrinterProperties;
  readonly engine: PrintEngine;
  readonly #log: Log;
  readonly #tell: Tell;
  #state: PrinterState = 'STOPPED';
  /** Why the engine was not started. */
  #stopReason: string | undefined;
  #listener: PrinterListener | undefined;
  #changes = 0;

  constructor({ name, engine, log, tell = tellNobody }: { name: string; engine: PrintEngine; log: Log; tell?: Tell | undefined }) {
    this.name = name;
    this.engine = engine;
    this.properties = { id: name, ...engine.properties };
    this.#log = log;
    this.#tell = tell;
  }

  /** Where facts go. Set once, before `start`. */
  listen(listener: PrinterListener): void {
    this.#listener = listener;
  }

  /** Starts the engine. One that cannot start leaves the printer STOPPED with the reason; the other printers go on. */
  async start(): Promise<void> {
    this.engine.listen({
      triggered: () => this.#listener?.triggered(),
      distancePassed: () => this.#listener?.distancePassed(),
      printed: (id, count) => {
        this.#changes += 1;
        this.#listener?.printed(id, count);
      },
      failed: (id, reason) => {
        this.#changes += 1;
        this.#listener?.failed(id, reason);
      },
      conditionChanged: () => this.#follow(),
    });
    try {
      await this.engine.start();
      this.#stopReason = undefined;
      this.#listener?.started();
    } catch (error) {
      this.#stopReason = `The printer could not be started: ${error instanceof Error ? error.message : String(error)}`;
      this.#log.error(`${this.name} could not be started`, error);
    }
    this.#follow();
  }

  async stop(): Promise<void> {
    await this.engine.stop();
    this.#follow();
  }

  /** Leaves the printer STOPPED and says why. */
  keepStopped(reason: string): void {
    this.#stopReason = reason;
    this.#changes += 1;
  }

  /**
   * Grows with whatever may have changed the condition: one that was read before holds as long as this does. Its engine is heard from the first
   * start on; one that is never started, in safe mode, takes no orders.
   */
  get changes(): number {
    return this.#changes;
  }

  condition(): PrinterCondition {
    const { errors, ink } = this.engine.condition();
    const all = this.#stopReason === undefined ? errors : [this.#stopReason, ...errors];
    return { state: this.#state, errors: all, ink, conveyor: this.engine.conveyor?.get() };
  }

  /** Printing is possible in HEATING and STARTED only. */
  canPrint(): boolean {
    return PRINTING_STATES.has(this.#state);
  }

  #follow(): void {
    this.#changes += 1;
    const { state } = this.engine.condition();
    if (!canFollow(this.#state, state)) {
      this.#log.warn(`${this.name}: its engine says ${state}, which cannot follow ${this.#state}; ignored`);
      return;
    }
    if (state === this.#state) return;
    this.#log.info(`${this.name}: ${this.#state} -> ${state}`);
    this.#state = state;
    this.#tell({ type: 'printer:state', printer: this.name, state });
  }
}

import type { Conveyor } from '#contract/api-v3/printer.ts';
import type { EngineConveyor } from '../engine.ts';
import type { TimerHandle, Timers } from '../../platform/timers.ts';

/**
 * A line of products in front of a virtual head: its photocell triggers once per product. It is stopped after every start of the
 * controller: a line that starts by itself is dangerous.
 */
export class VirtualConveyor implements EngineConveyor {
  readonly #timers: Timers;
  readonly #onProduct: () => void;
  readonly #onChange: () => void;
  #productsPerMinute = 60;
  #running = false;
  #isPowered = false;
  #next: TimerHandle | undefined;

  constructor({ timers, onProduct, onChange }: { timers: Timers; onProduct: () => void; onChange: () => void }) {
    this.#timers = timers;
    this.#onProduct = onProduct;
    this.#onChange = onChange;
  }

  /** Restores the stored pace. */
  restore(productsPerMinute: number): void {
    this.#productsPerMinute = productsPerMinute;
  }

  powerOn(): void {
    this.#isPowered = true;
  }

  powerOff(): void {
    this.#isPowered = false;
    this.#running = false;
    this.#disarm();
  }

  get(): Conveyor {
    return { running: this.#running, productsPerMinute: this.#productsPerMinute };
  }

  /** Starts, stops or paces the line. Without power it only stores the pace. */
  set({ running, productsPerMinute }: Conveyor): void {
    this.#disarm();
    this.#productsPerMinute = productsPerMinute;
    this.#running = running && this.#isPowered;
    if (this.#running) this.#arm();
    this.#onChange();
  }

  #arm(): void {
    this.#next = this.#timers.setTimeout(() => {
      this.#arm();
      this.#onProduct();
    }, 60_000 / this.#productsPerMinute);
  }

  #disarm(): void {
    if (this.#next !== undefined) this.#timers.clearTimeout(this.#next);
    this.#next = undefined;
  }
}

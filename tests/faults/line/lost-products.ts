import type { Conveyor } from './conveyor.ts';

/** The longest time from the reading of a product to its durable record, in milliseconds. */
const UNTIL_DURABLE = 5_000;

/** The fewest and the most products that ended controllers have lost at one printer. */
export interface Lost {
  least: number;
  most: number;
}

/** By printer: products that controllers have read and not stored when they ended, or that passed while none ran. */
export class LostProducts {
  readonly #lost = new Map<string, Lost>();

  of(printer: string): Lost {
    return this.#lost.get(printer) ?? { least: 0, most: 0 };
  }

  /**
   * A controller ended at that time, in milliseconds of this process, and its successor reads the detectors again. Call it for the conveyor of each
   * printer.
   */
  async controllerEnded(printer: string, conveyor: Conveyor, ended: number): Promise<void> {
    await conveyor.whileEmpty(() => {
      const { least, most } = this.of(printer);
      this.#lost.set(printer, { least, most: most + conveyor.pulsesSince(ended - UNTIL_DURABLE) });
    });
  }

  /** It is known how many are lost: until the next end of a controller not one more may be. */
  counted(printer: string, lost: number): void {
    this.#lost.set(printer, { least: lost, most: lost });
  }
}

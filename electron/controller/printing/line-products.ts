import type { PrinterRuntimes } from '../runtime/printer-runtimes.ts';
import type { EngineEvents } from './engine-events.ts';
import type { MissedTriggerHandler } from './missed-trigger-handler.ts';

export interface LineProductsDeps {
  runtimes: Pick<PrinterRuntimes, 'get'>;
  engineEvents: Pick<EngineEvents, 'productDetected'>;
  missed: Pick<MissedTriggerHandler, 'record'>;
  /** Milliseconds since the epoch. */
  now: () => number;
}

const OWN_DETECTOR = 'its own product detector starts its prints; choose an input of the line in its configuration';

/** Prints on the products that inputs of the line tell. Throws `not-found` for an unknown printer. */
export class LineProducts {
  readonly #deps: LineProductsDeps;

  constructor(deps: LineProductsDeps) {
    this.#deps = deps;
  }

  /** Why the products are not printed; undefined if they are. */
  findFault(printer: string): string | undefined {
    return this.#deps.runtimes.get(printer).printer.engine.traits.preloads ? OWN_DETECTOR : undefined;
  }

  /** A product passes: prints once, or records a missed trigger. */
  async detected(printer: string): Promise<void> {
    const fault = this.findFault(printer);
    if (fault !== undefined) return this.missed(printer, 1, fault);
    // The input has removed the bounces already.
    await this.#deps.engineEvents.productDetected(this.#deps.runtimes.get(printer), { isDebounced: true });
  }

  /** Records products that passed and can be printed no more. */
  async missed(printer: string, products: number, reason: string): Promise<void> {
    const { runtimes, missed, now } = this.#deps;
    const runtime = runtimes.get(printer);
    await missed.record(runtime, { epochMs: now(), aborts: runtime.aborts, products }, new Error(reason));
  }
}

import type { Log } from '#process/log.ts';
import { followAutoPrint } from './auto-print.ts';
import type { NextPrintPreparation } from './next-print-preparation.ts';
import type { JobQueues } from '../queue/job-queues.ts';
import type { PrinterRuntime } from './printer-runtime.ts';

export interface PrefetchNextPrintDeps {
  jobs: JobQueues;
  nextPrints: NextPrintPreparation;
  log: Log;
}

/**
 * Runs after each operation of a printer and before its next one: finds the current job, follows its auto-print, and has its next print
 * drawn, or loaded into a device that starts its prints itself.
 */
export class PrefetchNextPrint {
  readonly #deps: PrefetchNextPrintDeps;

  constructor(deps: PrefetchNextPrintDeps) {
    this.#deps = deps;
  }

  /** Never rejects. */
  async run(runtime: PrinterRuntime): Promise<void> {
    const { lastSelection: selection } = runtime;
    runtime.lastSelection = undefined;
    try {
      if (selection?.aborts !== runtime.aborts) await this.#prepareCurrent(runtime);
      else {
        // Selections come in bursts: the next one does not wait until the picture of this one is drawn.
        followAutoPrint(runtime, selection.distance);
        this.#deps.nextPrints.postpone(runtime);
      }
    } catch (error) {
      this.#deps.log.error(`${runtime.printer.name}: the current job could not be read`, error);
    }
    runtime.preload();
  }

  async #prepareCurrent(runtime: PrinterRuntime): Promise<void> {
    const { jobs, nextPrints } = this.#deps;
    const current = await jobs.findCurrent(runtime.printer.name);
    followAutoPrint(runtime, current);
    if (!current) runtime.preparedPicture = undefined;
    else if (runtime.waitingPrints === 0) await nextPrints.prepare(runtime, current);
  }
}

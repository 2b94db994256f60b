import type { Log } from '#process/log.ts';
import type { DiskGuard } from '../disk/disk-guard.ts';
import type { MissedTriggers } from '../history/missed-triggers.ts';
import type { JobQueues } from '../queue/job-queues.ts';
import type { PrinterRuntime } from '../runtime/printer-runtime.ts';
import { stoppedAfter } from './unprinted-product.ts';
import { UncertainPrint } from '../runtime/printing-problems.ts';

export interface MissedTriggerHandlerDeps {
  missedTriggers: MissedTriggers;
  disk: DiskGuard;
  jobs: JobQueues;
  log: Log;
}

/** The most missed triggers that wait in memory while the disk is full. The rest of the disk guard's queue is for engine reports. */
const MAX_QUEUED = 5_000;
/** In characters: a reason may quote a label's text, and 100 000 missed triggers and 4 096 events store theirs. */
const MAX_REASON_LENGTH = 2_000;

/** Time of a trigger in milliseconds since the epoch, and the number of aborts before it. */
interface Arrival {
  epochMs: number;
  aborts: number;
}

/** Handles triggers that make no print: each is recorded as missed, and stops the line if the printer's settings say so. */
export class MissedTriggerHandler {
  readonly #deps: MissedTriggerHandlerDeps;

  constructor(deps: MissedTriggerHandlerDeps) {
    this.#deps = deps;
  }

  /** Runs a trigger. If it fails, the line is stopped before the next trigger runs. */
  async runAndStopLine<Result>(runtime: PrinterRuntime, arrival: Arrival, trigger: () => Promise<Result>): Promise<Result> {
    try {
      return await trigger();
    } catch (error) {
      this.#stop(runtime, arrival, error);
      throw error;
    }
  }

  /** Records a missed trigger, or several at once. Never rejects: the caller reports the trigger's own error. */
  async record(runtime: PrinterRuntime, { products = 1, ...arrival }: Arrival & { products?: number }, error: unknown): Promise<void> {
    if (error instanceof UncertainPrint) return;
    const { missedTriggers, disk, jobs, log } = this.#deps;
    const { name } = runtime.printer;
    runtime.missedTriggers += products;
    this.#stop(runtime, arrival, error);
    try {
      const job = await jobs.findCurrent(name);
      const missed = { printer: name, job: job?.id ?? null, at: arrival.epochMs, reason: reasonOf(error), products };
      await disk.waitFor(disk.runWhenWritable(() => missedTriggers.record(missed), MAX_QUEUED));
    } catch (failure) {
      log.error(`${name}: a missed trigger could not be recorded`, failure);
    }
  }

  #stop(runtime: PrinterRuntime, { aborts }: Arrival, error: unknown): void {
    if (runtime.settings.whenDataIsMissing !== 'stop' || runtime.stopCause !== undefined || runtime.aborts !== aborts) return;
    if (error instanceof UncertainPrint) return;
    runtime.stopReason = stoppedAfter(runtime.printer, error, reasonOf(error));
    this.#deps.log.warn(`${runtime.printer.name}: ${runtime.stopReason.text}`);
    runtime.printer.engine.stopLine?.();
  }
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON_LENGTH);
}

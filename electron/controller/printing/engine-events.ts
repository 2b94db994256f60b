import { ProblemError } from '#contract/problem.ts';
import type { Log } from '#process/log.ts';
import type { PrinterRuntime } from '../runtime/printer-runtime.ts';
import type { EngineReports } from './engine-reports.ts';
import type { Preloading } from './preloading.ts';
import type { TriggerCause } from './trigger-printing.ts';
import { notPrinted } from './unprinted-product.ts';

export interface EngineEventsDeps {
  engineReports: EngineReports;
  preloading: Preloading;
  log: Log;
  /** Prints on a product. Throws when it was not printed. */
  trigger: (runtime: PrinterRuntime, cause: TriggerCause) => Promise<unknown>;
  /** Whether the controller stops: products are not printed any more. */
  isStopping: () => boolean;
}

/** Acts on what the engines report: products are printed, and the outcome of prints is stored. */
export class EngineEvents {
  readonly #deps: EngineEventsDeps;

  constructor(deps: EngineEventsDeps) {
    this.#deps = deps;
  }

  /** Listens to the engine of a printer. Call once for each printer, before it is started. */
  listen(runtime: PrinterRuntime): void {
    const { engineReports, preloading } = this.#deps;
    runtime.preload = () => void preloading.fill(runtime);
    const reload = (): void => void preloading.retry(runtime);
    runtime.printer.listen({
      triggered: () => void this.productDetected(runtime, {}),
      distancePassed: () => void this.productDetected(runtime, { isAuto: true }),
      started: () => void engineReports.started(runtime),
      countKnown: () => void engineReports.reconcileLater(runtime),
      printed: (id, counted) => void engineReports.printed(runtime, id, counted).then(reload),
      failed: (id, reason) => void engineReports.failed(runtime, id, reason).then(() => runtime.prefetchNextPrint()),
      unresolved: (id, reason) => void engineReports.unresolved(runtime, id, reason).then(reload),
      ready: reload,
    });
  }

  /** Prints on a product. Never rejects: a failure is part of the printer's status until the next print. */
  async productDetected(runtime: PrinterRuntime, cause: TriggerCause): Promise<void> {
    const { trigger, isStopping, log } = this.#deps;
    if (isStopping()) return;
    try {
      await trigger(runtime, cause);
    } catch (error) {
      const fault = notPrinted(runtime.printer, error);
      const { text } = fault;
      if (text !== runtime.loggedFault) log.warn(`${runtime.printer.name}: ${text}`, error instanceof ProblemError ? undefined : error);
      runtime.fault = fault;
      runtime.loggedFault = text;
    }
  }
}

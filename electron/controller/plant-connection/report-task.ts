import type { ControllerReport } from '#contract/plant/plant-controller.ts';
import type { Log } from '#process/log.ts';
import type { PlantClient } from './plant-client.ts';
import { plantRefusal, type PlantTask } from './plant-loop.ts';

export interface ReportTaskDeps {
  report: () => Promise<ControllerReport>;
  client: Pick<PlantClient, 'putReport'>;
  /** Called after every success, and after every failure with its reason as a sentence. */
  onSuccess: () => void;
  onFailure: (reason: string) => void;
  log: Log;
}

/** Reports the state of the controller to the plant. */
export class ReportTask implements PlantTask {
  readonly activity = 'reporting to the plant';
  readonly shortestPause = 2_000;
  readonly #deps: ReportTaskDeps;
  #isFailing = false;

  constructor(deps: ReportTaskDeps) {
    this.#deps = deps;
  }

  async run(signal: AbortSignal): Promise<boolean> {
    const { client, onSuccess, onFailure, log } = this.#deps;
    const report = await this.#report();
    const refusal = await plantRefusal(signal, () => client.putReport(report, signal));
    if (refusal === undefined) onSuccess();
    else onFailure(refusal);
    if (refusal !== undefined && !this.#isFailing) log.warn(`the report could not be sent to the plant: ${refusal}`);
    this.#isFailing = refusal !== undefined;
    return !this.#isFailing;
  }

  async #report(): Promise<ControllerReport> {
    try {
      return await this.#deps.report();
    } catch (error) {
      this.#deps.onFailure('The report could not be made. See the log of the controller.');
      throw error;
    }
  }
}

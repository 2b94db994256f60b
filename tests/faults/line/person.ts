import { setTimeout as wait } from 'node:timers/promises';
import type { ControllerLineList } from '#contract/api-v3/controller-line.ts';
import { callApi, readApi } from '#support/call-api.ts';
import type { Site } from '../engines/site.ts';

/** Milliseconds from one look at the lines to the next. */
const LOOK_EVERY = 500;

/** Resumes lines that a rule has stopped, with a reason. */
export class Person {
  /** How often each rule has stopped a line. */
  readonly stops = new Map<string, number>();
  acceptedCounts = 0;
  readonly #site: Site;

  constructor(site: Site) {
    this.#site = site;
  }

  /** Looks after the lines until it is over. */
  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.#site.whileRunning(() => this.resumeAll());
      await wait(LOOK_EVERY);
    }
  }

  /** Resumes every line that a rule has stopped. */
  async resumeAll(): Promise<void> {
    const lines = await readApi<ControllerLineList>(`${this.#site.url}/api/v3/lines`);
    for (const { name, state } of lines) {
      const caused = state.stops.filter(({ rule }) => rule !== 'external-stop');
      if (caused.length === 0) continue;
      for (const { rule } of caused) this.stops.set(rule, (this.stops.get(rule) ?? 0) + 1);
      await callApi('POST', `${this.#site.url}/api/v3/lines/${name}/resume`, { reason: `seen to: ${caused[0]?.rule}` });
    }
  }

  /**
   * Accepts the count of a device that stops its line. A product with a part of a print is printed for the ledger, so that its code is not used again,
   * but the device does not count it. Call it when no print is unknown.
   */
  async acceptCounts(): Promise<void> {
    const lines = await readApi<ControllerLineList>(`${this.#site.url}/api/v3/lines`);
    for (const { rule, printer } of lines.flatMap(({ state }) => state.stops)) {
      if (rule !== 'count-differs' || printer === undefined) continue;
      const hasUnknown = this.#site.prints(printer).some(({ state }) => state === 'unknown');
      if (hasUnknown || (await this.#site.count(printer)).counted === null) continue;
      await this.#site.acceptCount(printer);
      this.acceptedCounts += 1;
    }
  }
}

import { engineCountSchema } from '#contract/api-v3/engine-count.ts';
import { printCountsSchema, printDetailSchema, type PrintState } from '#contract/api-v3/print.ts';
import type { ChangeoverCounts, ChangeoverPrinter } from '#contract/station/changeovers.ts';
import { idempotencyHeaders } from '../connections/command-headers.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';

/** What a changeover asks of the controllers. */
export class ChangeoverControllers {
  readonly #controllers: Controllers;

  constructor(controllers: Controllers) {
    this.#controllers = controllers;
  }

  /** Unloads the job, and the waiting ones. */
  async unload({ connection, printer }: ChangeoverPrinter, idempotencyKey: string): Promise<void> {
    const path = apiPath`/printers/${printer}/printJob`;
    await this.#controllers.change(connection, { method: 'POST', path, isEmptyJson: true, headers: idempotencyHeaders(idempotencyKey) });
  }

  /** The counts of the job before. Null values come from a controller without Strobe's extensions. */
  async counts({ connection, printer, before }: ChangeoverPrinter): Promise<ChangeoverCounts> {
    if (!this.#controllers.hasExtensions(connection)) return { prints: null, counted: null, explained: null };
    const [prints, { counted, explained }] = await Promise.all([
      before ? this.#prints(connection, printer, before.id) : null,
      this.#controllers.read(connection, apiPath`/printers/${printer}/engineCount`, engineCountSchema),
    ]);
    return { prints, counted, explained };
  }

  /** Whether the verdict stored with this first print of the next job is right. A controller without extensions stores none. */
  async isApproved({ connection, after }: ChangeoverPrinter, print: number | null): Promise<boolean> {
    if (!after) return false;
    if (!this.#controllers.hasExtensions(connection)) return true;
    if (print === null) return false;
    const { job, firstPrintChecks = [] } = await this.#controllers.read(connection, apiPath`/prints/${String(print)}`, printDetailSchema);
    return job === after.id && firstPrintChecks.at(-1)?.verdict === 'right';
  }

  /** The number of prints of a job in each state. A controller counts a limited number of prints at a time. */
  async #prints(connection: string, printer: string, job: string): Promise<Record<PrintState, number>> {
    const total = { reserved: 0, sent: 0, printed: 0, 'handed-over': 0, void: 0, unknown: 0 };
    let before: number | undefined;
    do {
      const query = queryText({ printer, job, before });
      const { counts, next } = await this.#controllers.read(connection, apiPath`/prints/counts` + query, printCountsSchema);
      for (const { state, prints } of counts) total[state] += prints;
      before = next ?? undefined;
    } while (before !== undefined);
    return total;
  }
}

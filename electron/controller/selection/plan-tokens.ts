import { createHash } from 'node:crypto';
import type { PrintJob } from '#contract/api-v3/print-job.ts';
import { ProblemError } from '#contract/problem.ts';
import { localTime } from '#rendering/calendar/zone.ts';
import { dateParts } from '#rendering/dynamic-text/date-codes.ts';
import type { Moment } from '#rendering/dynamic-text/print-values.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { CounterState } from '../counters/counter-run.ts';
import type { Counters } from '../counters/counters.ts';
import type { ShiftCodes } from '../shift-codes/shift-codes.ts';
import type { Tables } from '../tables/tables.ts';
import type { Variables } from '../variables/variables.ts';
import type { Job } from '../queue/job.ts';
import type { JobQueues } from '../queue/job-queues.ts';
import type { Selected } from './selection-resolver.ts';

export interface PlanTokensDeps {
  jobs: JobQueues;
  tables: Tables;
  variables: Variables;
  counters: Counters;
  shiftCodes: ShiftCodes;
}

/** A selection for a printer, resolved. */
export interface PlannedSelection {
  printer: string;
  selection: PrintJob;
  selected: Selected;
}

/** The current state that a plan depends on, in addition to labels and selection. */
export interface PlanBasis {
  queue: Job[];
  variables: ReadonlyMap<string, string>;
  counters: ReadonlyMap<string, CounterState>;
  /** Hash of this state, the labels, table version and selection: a different token means that other things would be printed. */
  token: string;
}

/** Checks whether a selection still does what was planned. Over time a plan changes only with the production day. */
export class PlanTokens {
  readonly #deps: PlanTokensDeps;

  constructor(deps: PlanTokensDeps) {
    this.#deps = deps;
  }

  /** Reads the state that a plan depends on. */
  async basis({ printer, selection, selected }: PlannedSelection, db: ControllerDatabase | ControllerTransaction): Promise<PlanBasis> {
    const { jobs, tables, variables, counters, shiftCodes } = this.#deps;
    const { labels, moment } = selected;
    const needs = labels.map(({ document }) => document.needs);
    const queue = await jobs.queue(printer, db);
    const values = await variables.values([...new Set(needs.flatMap((need) => need.variables))].sort(), db);
    const states = await counters.states([...new Set(needs.flatMap((need) => need.counters))].sort(), db);
    const shifts = await shiftCodes.shifts([...new Set(needs.flatMap((need) => need.shiftCodes))].sort(), db);
    const { plan: _, ...request } = selection;
    const token = tokenOf([
      printer,
      Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1)),
      labels.map(({ document }) => document.hash),
      selection.tableName === undefined ? null : await tables.version(selection.tableName, db),
      queue.map(({ id }) => id),
      [...values],
      [...states],
      [...shifts],
      needs.some((need) => need.moment) ? dayOf(moment) : null,
    ]);
    return { queue, variables: values, counters: states, token };
  }

  /** Throws `plan-stale` for a selection whose plan no longer holds. */
  async refuseStale(planned: PlannedSelection, trx: ControllerTransaction): Promise<void> {
    const { plan } = planned.selection;
    if (plan === undefined || plan === (await this.basis(planned, trx)).token) return;
    throw new ProblemError('plan-stale', {
      detail: `The plan for "${planned.printer}" no longer matches what this selection would do: plan it again.`,
      instance: `/api/v3/printers/${encodeURIComponent(planned.printer)}/plan`,
    });
  }
}

/** The production day and the rules for dates. */
function dayOf({ epochMs, timeZone, monthEnd, productionDayStart }: Moment): unknown {
  const { year, month, day } = dateParts(localTime(epochMs, timeZone), productionDayStart).day;
  return [year, month, day, timeZone, monthEnd, productionDayStart];
}

function tokenOf(parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32);
}

import type { Preflight, PreflightFinding, PreflightFindingsQuery, PreflightRequest } from '#contract/api-v3/preflight.ts';
import type { PrintJob } from '#contract/api-v3/print-job.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import type { Log } from '#process/log.ts';
import { noRows, rangeOf } from '../preparation/selected-rows.ts';
import { refuseMissing } from '../preparation/selected-variables.ts';
import { TaskQueue } from '../platform/task-queue.ts';
import { columnNotFound } from '../tables/table-problems.ts';
import type { Printer } from '../printers/printer.ts';
import type { Printers } from '../printers/printers.ts';
import type { Settings } from '../settings/settings.ts';
import type { ShiftCodes } from '../shift-codes/shift-codes.ts';
import type { Variables } from '../variables/variables.ts';
import { upcomingChanges, daysLater } from './upcoming-changes.ts';
import { FindingCollector } from './finding-collector.ts';
import { PreflightRun, type RunOptions, type PreflightRunDeps } from './preflight-run.ts';
import { missingProof } from './proof.ts';
import { PreflightStore, type PreflightRecord } from './preflight-store.ts';

export interface PreflightDeps extends PreflightRunDeps {
  db: ControllerDatabase;
  printers: Printers;
  settings: Settings;
  shiftCodes: ShiftCodes;
  variables: Variables;
  now: () => number;
  newId: () => string;
  log: Log;
}

/** The problems of a label that cannot be selected, or no longer. */
const NOT_SELECTABLE: readonly string[] = ['not-found', 'label-not-approved'];

/** Default number of days whose shift changes are checked. */
const DEFAULT_DAYS = 3;
/** The most pre-flights that wait for the running one. */
const MAX_WAITING = 16;
/** A pre-flight that runs or waits, or that has ended and could not be stored. */
interface Running {
  record: PreflightRecord;
  collector: FindingCollector;
  end: AbortController;
  /** Resolves once storing it has succeeded or failed. */
  stored?: Promise<void>;
}

interface Page {
  total: number;
  findings: readonly PreflightFinding[];
}

/** Runs pre-flights: checks of all prints of a table before a shift. One runs at a time; nothing is printed and no counter advances. */
export class Preflights {
  readonly #deps: PreflightDeps;
  readonly #store: PreflightStore;
  readonly #tasks = new TaskQueue();
  readonly #running = new Map<string, Running>();

  constructor(deps: PreflightDeps) {
    this.#deps = deps;
    this.#store = new PreflightStore(deps.db);
  }

  /**
   * Queues a pre-flight and returns at once. Throws `not-found` for table, label, printer and columns, `label-not-approved`, `invalid-input` for missing rows or
   * variables, and `too-many-requests` when too many wait.
   */
  async start(table: string, request: PreflightRequest): Promise<Preflight> {
    if (this.#open().length > MAX_WAITING) {
      throw new ProblemError('too-many-requests', { detail: `${MAX_WAITING} pre-flights are waiting already.` });
    }
    const { tables, approvalRule, variables, now, newId } = this.#deps;
    const printer = this.#printer(request.printer);
    const tableVersion = await tables.version(table);
    const summary = await tables.summary(table);
    refuseColumns(table, summary.columns, request);
    if (request.labelName !== undefined) await approvalRule.selectable(request.labelName, printer.name);
    await refuseMissing(variables, request.variables ?? {});
    if (summary.rowCount === 0) throw noRows(table, '{name}');
    const { from, count } = rangeOf(table, summary, request);
    const started = now();
    const { moments, end } = await this.#moments(request, started);
    const record: PreflightRecord = {
      tableVersion,
      labels: [],
      outcome: {
        ...{ id: newId(), tableName: table, request, state: 'waiting', reason: null },
        ...{ started: new Date(started).toISOString(), ended: null, rows: count, rowsDone: 0, prints: 0 },
        ...{ moments: moments.map((moment) => new Date(moment).toISOString()), counts: [], kept: 0 },
        ...{ printer: printer.name, provesUntil: new Date(end).toISOString() },
      },
    };
    const running: Running = { record, collector: new FindingCollector(), end: new AbortController() };
    this.#running.set(record.outcome.id, running);
    void this.#tasks.run(() => this.#run(running, { printer, moments, from, end: from + count }));
    return this.#describe(record);
  }

  /** Newest first, of one table or of all. */
  async list(table?: string): Promise<Preflight[]> {
    const running = [...this.#running.values()].map(({ record }) => record).reverse();
    const ended = (await this.#store.list()).filter(({ outcome }) => !this.#running.has(outcome.id));
    const wanted = [...running, ...ended].filter(({ outcome }) => table === undefined || outcome.tableName === table);
    return Promise.all(wanted.map((record) => this.#describe(record)));
  }

  /** Throws `not-found`. */
  async get(id: string): Promise<Preflight> {
    const record = this.#running.get(id)?.record ?? (await this.#store.find(id));
    if (!record) throw missing(id);
    return this.#describe(record);
  }

  /** The findings so far, in the order of the rows. Throws `not-found`. */
  async findings(id: string, { kind, offset, limit }: PreflightFindingsQuery): Promise<Page> {
    const wanted = (await this.#allFindings(id)).filter((finding) => kind === undefined || finding.kind === kind);
    return { total: wanted.length, findings: wanted.slice(offset, offset + limit) };
  }

  /**
   * Throws `preflight-missing` unless the pre-flight that a selection names proves it or, where rows of tables require one, any pre-flight of
   * the table does.
   */
  async refuseUnproven(selection: PrintJob, { printer, isRequired }: { printer: string; isRequired: boolean }): Promise<void> {
    const { preflight, tableName } = selection;
    if (preflight !== undefined) await this.#prove(preflight, printer, selection);
    else if (isRequired && tableName !== undefined) await this.#proveRows(tableName, printer, selection);
  }

  async #prove(id: string, printer: string, selection: PrintJob): Promise<void> {
    const record = this.#running.get(id)?.record ?? (await this.#store.find(id));
    const why = record ? missingProof(await this.#describe(record), { printer, selection, now: this.#deps.now() }) : 'it does not exist';
    if (why === undefined) return;
    const detail = `/preflight: the pre-flight "${id}" does not prove this selection: ${why}`;
    throw new ProblemError('preflight-missing', { detail, errors: [{ pointer: '/preflight', detail: why }] });
  }

  async #proveRows(table: string, printer: string, selection: PrintJob): Promise<void> {
    const preflights = await this.list(table);
    const context = { printer, selection, now: this.#deps.now() };
    const faults = preflights.map((preflight) => missingProof(preflight, context));
    if (faults.includes(undefined)) return;
    const fault = faults[0] ? `The last one does not cover this selection: ${faults[0]}.` : 'There is none yet.';
    const detail = `"${printer}" prints rows of the table "${table}" only after their pre-flight. ${fault}`;
    throw new ProblemError('preflight-missing', { detail, instance: `/api/v3/tables/${encodeURIComponent(table)}` });
  }

  /** Cancels a pre-flight that runs or waits, and keeps its findings. Deletes one that has ended. Throws `not-found`. */
  async remove(id: string): Promise<void> {
    const running = this.#running.get(id);
    if (running?.record.outcome.ended === null) return running.end.abort();
    await running?.stored;
    const isUnkept = this.#running.delete(id);
    if (!isUnkept && !(await this.#store.remove(id))) throw missing(id);
  }

  /** Cancels all, and resolves when they have ended. */
  async stop(): Promise<void> {
    for (const { end } of this.#running.values()) end.abort();
    await this.#tasks.idle();
  }

  /** Those that run or wait. */
  #open(): Running[] {
    return [...this.#running.values()].filter(({ record }) => record.outcome.ended === null);
  }

  async #allFindings(id: string): Promise<readonly PreflightFinding[]> {
    const found = this.#running.get(id)?.collector.stored ?? (await this.#store.findings(id));
    if (!found) throw missing(id);
    return found;
  }

  async #run(running: Running, what: Pick<RunOptions, 'printer' | 'moments' | 'from' | 'end'>): Promise<void> {
    const { record, collector, end } = running;
    const { outcome } = record;
    const { signal } = end;
    const progress = (rows: number, prints: number): void => {
      outcome.rowsDone += rows;
      outcome.prints += prints;
      outcome.counts = collector.counts;
      outcome.kept = collector.stored.length;
    };
    const { tableName: table, request } = outcome;
    const run = new PreflightRun(this.#deps, { ...what, table, request, collector, signal, progress });
    outcome.state = 'running';
    try {
      if (!signal.aborted) await run.run();
      outcome.state = signal.aborted ? 'cancelled' : 'done';
    } catch (error) {
      outcome.state = 'failed';
      outcome.reason = error instanceof ProblemError ? error.message : 'Something went wrong inside the controller.';
      if (!(error instanceof ProblemError)) this.#deps.log.error(`pre-flight ${outcome.id} failed: ${String(error)}`);
    }
    progress(0, 0);
    outcome.ended = new Date(this.#deps.now()).toISOString();
    record.labels = run.labels();
    running.stored = this.#persist(running);
    await running.stored;
  }

  async #persist({ record, collector }: Running): Promise<void> {
    try {
      await this.#store.store(record, collector.stored);
      this.#running.delete(record.outcome.id);
    } catch (error) {
      // It stays readable while the controller runs.
      this.#deps.log.warn(`pre-flight ${record.outcome.id} could not be stored: ${String(error)}`);
    }
  }

  async #describe(record: PreflightRecord): Promise<Preflight> {
    return { ...record.outcome, isCurrent: await this.#isCurrent(record) };
  }

  async #isCurrent({ outcome, tableVersion, labels }: PreflightRecord): Promise<boolean> {
    try {
      if ((await this.#deps.tables.version(outcome.tableName)) !== tableVersion) return false;
      const now = await Promise.all(labels.map(({ name }) => this.#deps.approvalRule.selectable(name, outcome.printer)));
      return now.every(({ document }, index) => document.hash === labels[index]?.hash);
    } catch (error) {
      if (error instanceof ProblemError && NOT_SELECTABLE.includes(error.slug)) return false;
      throw error;
    }
  }

  #printer(name: string | undefined): Printer {
    const { printers } = this.#deps;
    const printer = name === undefined ? printers.all()[0] : printers.get(name);
    if (!printer) throw new ProblemError('not-found', { detail: 'There is no printer to check the prints for.' });
    return printer;
  }

  /** The moments that are checked, and the end of the period for which they prove prints. */
  async #moments({ moments: named, days = DEFAULT_DAYS }: PreflightRequest, from: number): Promise<{ moments: number[]; end: number }> {
    const moments = named?.map((moment) => Date.parse(moment));
    if (moments) return { moments, end: Math.max(...moments) };
    const { settings, shiftCodes } = this.#deps;
    const { timeZone, productionDayStart = 0 } = await settings.dates();
    const names = (await shiftCodes.list()).map(({ name }) => name);
    const offsets = [...(await shiftCodes.shifts(names)).values()].flat().map(({ offset }) => offset);
    const coming = upcomingChanges({ from, days, timeZone, offsets: [productionDayStart, ...offsets] });
    return { moments: coming, end: daysLater(from, days, timeZone) };
  }
}

function refuseColumns(table: string, columns: readonly string[], { labelColumn, keyColumn, copiesColumn }: PreflightRequest): void {
  const missingColumn = [labelColumn, keyColumn, copiesColumn].find((column) => column !== undefined && !columns.includes(column));
  if (missingColumn !== undefined) throw columnNotFound(table, missingColumn);
}

function missing(id: string): ProblemError {
  return new ProblemError('not-found', { detail: `There is no pre-flight "${id}".` });
}

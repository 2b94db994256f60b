import type { Preflight, PreflightFinding, PreflightFindingsQuery, PreflightRequest } from '#contract/api-v3/preflight.ts';
import type { PrintJob } from '#contract/api-v3/print-job.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase } from '#storage/controller-schema.ts';
import type { Log } from '../engines/log.ts';
import { noRows, rangeOf } from '../jobs/selected-rows.ts';
import { refuseMissing } from '../jobs/selected-variables.ts';
import { Serial } from '../serial.ts';
import { columnNotFound } from '../tables/table-problems.ts';
import type { Printer } from '../printers/printer.ts';
import type { Printers } from '../printers/printers.ts';
import type { Settings } from '../settings/settings.ts';
import type { ShiftCodes } from '../shift-codes/shift-codes.ts';
import type { Variables } from '../variables/variables.ts';
import { comingMoments, daysLater } from './coming-moments.ts';
import { FindingBook } from './finding-book.ts';
import { PreflightRun, type RunOptions, type RunRooms } from './preflight-run.ts';
import { whatIsUnproved } from './proof.ts';
import { PreflightStore, type PreflightRecord } from './preflight-store.ts';

export interface PreflightRooms extends RunRooms {
  db: ControllerDatabase;
  printers: Printers;
  settings: Settings;
  shiftCodes: ShiftCodes;
  variables: Variables;
  now: () => number;
  newId: () => string;
  log: Log;
}

/** Days of which the shifts are looked at when nobody says how many. */
const DAYS = 3;
/** Pre-flights that may wait for the one that runs. */
const MOST_WAITING = 16;
/** One that has not ended yet, or that ended and could not be kept. */
interface Running {
  record: PreflightRecord;
  book: FindingBook;
  end: AbortController;
  /** Ends once it was tried to keep it. */
  keeping?: Promise<void>;
}

interface Page {
  total: number;
  findings: readonly PreflightFinding[];
}

/** Pre-flights: the prints of a whole table looked at before a shift begins. One runs after the other; nothing is printed, and no value moves. */
export class Preflights {
  readonly #rooms: PreflightRooms;
  readonly #store: PreflightStore;
  readonly #turns = new Serial();
  readonly #running = new Map<string, Running>();

  constructor(rooms: PreflightRooms) {
    this.#rooms = rooms;
    this.#store = new PreflightStore(rooms.db);
  }

  /**
   * Begins a pre-flight and returns at once. Throws `not-found` for table, label, printer and columns, `invalid-input` for rows that the table
   * lacks and for a variable that there is not, and `too-many-requests` when too many wait.
   */
  async start(table: string, request: PreflightRequest): Promise<Preflight> {
    if (this.#open().length > MOST_WAITING) {
      throw new ProblemError('too-many-requests', { detail: `${MOST_WAITING} pre-flights wait already.` });
    }
    const { tables, documents, variables, now, newId } = this.#rooms;
    const printer = this.#printer(request.printer);
    const tableVersion = await tables.version(table);
    const summary = await tables.summary(table);
    refuseColumns(table, summary.columns, request);
    if (request.labelName !== undefined) await documents.named(request.labelName);
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
    const running: Running = { record, book: new FindingBook(), end: new AbortController() };
    this.#running.set(record.outcome.id, running);
    void this.#turns.run(() => this.#run(running, { printer, moments, from, end: from + count }));
    return this.#tell(record);
  }

  /** Newest first; those of one table, or of all. */
  async list(table?: string): Promise<Preflight[]> {
    const running = [...this.#running.values()].map(({ record }) => record).reverse();
    const ended = (await this.#store.list()).filter(({ outcome }) => !this.#running.has(outcome.id));
    const wanted = [...running, ...ended].filter(({ outcome }) => table === undefined || outcome.tableName === table);
    return Promise.all(wanted.map((record) => this.#tell(record)));
  }

  /** Throws `not-found`. */
  async get(id: string): Promise<Preflight> {
    const record = this.#running.get(id)?.record ?? (await this.#store.find(id));
    if (!record) throw missing(id);
    return this.#tell(record);
  }

  /** What was found until now, in the order of the rows. Throws `not-found`. */
  async findings(id: string, { kind, offset, limit }: PreflightFindingsQuery): Promise<Page> {
    const wanted = (await this.#allFindings(id)).filter((finding) => kind === undefined || finding.kind === kind);
    return { total: wanted.length, findings: wanted.slice(offset, offset + limit) };
  }

  /** Throws `preflight-missing` unless this pre-flight proves a selection. */
  async prove(id: string, printer: string, selection: PrintJob): Promise<void> {
    const record = this.#running.get(id)?.record ?? (await this.#store.find(id));
    const why = record
      ? whatIsUnproved(await this.#tell(record), { printer, selection, now: this.#rooms.now() })
      : 'there is none of that name';
    if (why === undefined) return;
    const detail = `/preflight: the pre-flight "${id}" does not prove this selection: ${why}`;
    throw new ProblemError('preflight-missing', { detail, errors: [{ pointer: '/preflight', detail: why }] });
  }

  /** Ends a pre-flight that runs or waits; what it found until then stays. One that has ended is forgotten. Throws `not-found`. */
  async remove(id: string): Promise<void> {
    const running = this.#running.get(id);
    if (running?.record.outcome.ended === null) return running.end.abort();
    await running?.keeping;
    const isUnkept = this.#running.delete(id);
    if (!isUnkept && !(await this.#store.remove(id))) throw missing(id);
  }

  /** Ends all, and resolves when they have. */
  async stop(): Promise<void> {
    for (const { end } of this.#running.values()) end.abort();
    await this.#turns.idle();
  }

  /** Those that run or wait. */
  #open(): Running[] {
    return [...this.#running.values()].filter(({ record }) => record.outcome.ended === null);
  }

  async #allFindings(id: string): Promise<readonly PreflightFinding[]> {
    const found = this.#running.get(id)?.book.kept ?? (await this.#store.findings(id));
    if (!found) throw missing(id);
    return found;
  }

  async #run(running: Running, what: Pick<RunOptions, 'printer' | 'moments' | 'from' | 'end'>): Promise<void> {
    const { record, book, end: ending } = running;
    const { outcome } = record;
    const { signal } = ending;
    const progress = (rows: number, prints: number): void => {
      outcome.rowsDone += rows;
      outcome.prints += prints;
      outcome.counts = book.counts;
      outcome.kept = book.kept.length;
    };
    const { tableName: table, request } = outcome;
    const run = new PreflightRun(this.#rooms, { ...what, table, request, book, signal, progress });
    outcome.state = 'running';
    try {
      if (!signal.aborted) await run.run();
      outcome.state = signal.aborted ? 'cancelled' : 'done';
    } catch (error) {
      outcome.state = 'failed';
      outcome.reason = error instanceof ProblemError ? error.message : 'Something went wrong inside the controller.';
      if (!(error instanceof ProblemError)) this.#rooms.log.error(`pre-flight ${outcome.id} failed: ${String(error)}`);
    }
    progress(0, 0);
    outcome.ended = new Date(this.#rooms.now()).toISOString();
    record.labels = run.labels();
    running.keeping = this.#keep(running);
    await running.keeping;
  }

  async #keep({ record, book }: Running): Promise<void> {
    try {
      await this.#store.keep(record, book.kept);
      this.#running.delete(record.outcome.id);
    } catch (error) {
      // It stays readable as long as the controller runs.
      this.#rooms.log.warn(`pre-flight ${record.outcome.id} could not be kept: ${String(error)}`);
    }
  }

  async #tell(record: PreflightRecord): Promise<Preflight> {
    return { ...record.outcome, isCurrent: await this.#isCurrent(record) };
  }

  async #isCurrent({ outcome, tableVersion, labels }: PreflightRecord): Promise<boolean> {
    try {
      if ((await this.#rooms.tables.version(outcome.tableName)) !== tableVersion) return false;
      const now = await Promise.all(labels.map(({ name }) => this.#rooms.documents.named(name)));
      return now.every(({ document }, index) => document.hash === labels[index]?.hash);
    } catch (error) {
      if (error instanceof ProblemError && error.slug === 'not-found') return false;
      throw error;
    }
  }

  #printer(name: string | undefined): Printer {
    const { printers } = this.#rooms;
    const printer = name === undefined ? printers.all()[0] : printers.get(name);
    if (!printer) throw new ProblemError('not-found', { detail: 'There is no printer whose prints could be looked at.' });
    return printer;
  }

  /** The moments that are looked at, and until when that is said for. */
  async #moments({ moments: named, days = DAYS }: PreflightRequest, from: number): Promise<{ moments: number[]; end: number }> {
    const moments = named?.map((moment) => Date.parse(moment));
    if (moments) return { moments, end: Math.max(...moments) };
    const { settings, shiftCodes } = this.#rooms;
    const { timeZone, productionDayStart = 0 } = await settings.dates();
    const names = (await shiftCodes.list()).map(({ name }) => name);
    const offsets = [...(await shiftCodes.shifts(names)).values()].flat().map(({ offset }) => offset);
    const coming = comingMoments({ from, days, timeZone, offsets: [productionDayStart, ...offsets] });
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

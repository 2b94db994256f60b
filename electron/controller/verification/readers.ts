import {
  storedReaderConfigurationSchema,
  type LineReader,
  type ReaderConfiguration,
  type ReaderResultsPage,
  type ReaderResultsQuery,
  type ReaderTest,
} from '#contract/api-v3/reader.ts';
import type { ReaderResult } from '#contract/api-v3/verification.ts';
import type { EventType } from '#contract/api-v3/event.ts';
import type { PrintState } from '#contract/api-v3/print.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Selectable } from 'kysely';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { afterCommit } from '#storage/database/open-transactions.ts';
import { noPublish, type Events } from '../events/events.ts';
import { TaskQueue } from '../platform/task-queue.ts';
import type { Printers } from '../printers/printers.ts';
import { contentUnusable, tryStored } from '../stored-content/stored-json.ts';
import { ReaderLines, ReaderPatternError } from './reader-lines.ts';
import { RunningReader, type RunningReaderDeps } from './running-reader.ts';

export interface ReadersDeps extends RunningReaderDeps {
  db: ControllerDatabase;
  printers: Printers;
  events: Events;
  isSafeMode: boolean;
}

/** Of a test, in milliseconds: to connect, and then until a line comes. */
const TEST_CONNECT = 3_500;
const TEST_LINE = 3_000;
const TESTS_NAME = 'test';

/** The readers behind printers: their configuration, and those that run. */
export class Readers {
  readonly #deps: ReadersDeps;
  readonly #running = new Map<string, RunningReader>();
  /** Changes of the running readers, one after the other. */
  readonly #changes = new TaskQueue();
  #next = 0;
  #unsubscribe: (() => void) | undefined;

  constructor(deps: ReadersDeps) {
    this.#deps = deps;
  }

  /** Connects all readers, and follows the prints. In safe mode none is connected. */
  async start(): Promise<void> {
    const { db, events, isSafeMode } = this.#deps;
    if (isSafeMode) return;
    this.#next = events.next;
    this.#unsubscribe = events.subscribe(() => this.#follow());
    for (const row of await db.selectFrom('readers').selectAll().execute()) this.#run(row);
  }

  async stop(): Promise<void> {
    this.#unsubscribe?.();
    await this.#changes.idle();
    await Promise.all([...this.#running.values()].map((reader) => reader.stop()));
    this.#running.clear();
  }

  /** All readers, by name. */
  async list(): Promise<LineReader[]> {
    const rows = await this.#deps.db.selectFrom('readers').selectAll().orderBy('name').execute();
    return rows.map((row) => this.#view(row));
  }

  /** The configuration of a reader. Throws `not-found`, and `content-unusable`. */
  async get(name: string, db: ControllerDatabase | ControllerTransaction = this.#deps.db): Promise<ReaderConfiguration> {
    const row = await this.#row(name, db);
    const read = readConfiguration(row);
    if ('fault' in read) throw contentUnusable({ title: `reader "${name}"`, instance: readerPath(name) }, read.fault);
    return read.value;
  }

  /**
   * Creates or replaces a reader, which is connected again. Throws `not-found` for its printer, `forbidden` for a reader of a printer that the
   * client may not change, `in-use` and `invalid-input`.
   */
  async put(
    name: string,
    configuration: ReaderConfiguration,
    { mayChange, trx }: { mayChange: (printer: string) => boolean; trx: ControllerTransaction },
  ): Promise<'created' | 'replaced'> {
    const { printers, publish = noPublish } = this.#deps;
    const { printer, ...rest } = configuration;
    refuseWrongPattern(configuration);
    printers.get(printer);
    const former = await trx.selectFrom('readers').select('printer').where('name', '=', name).executeTakeFirst();
    if (former && !mayChange(former.printer)) throw forbidden(name);
    const other = await trx
      .selectFrom('readers')
      .select('name')
      .where('printer', '=', printer)
      .where('name', '<>', name)
      .executeTakeFirst();
    if (other) throw inUse(printer, other.name);
    const row = { name, printer, config: JSON.stringify(rest) };
    const { numUpdatedRows } = await trx.updateTable('readers').set(row).where('name', '=', name).executeTakeFirst();
    const isNew = numUpdatedRows === 0n;
    if (isNew) await trx.insertInto('readers').values(row).execute();
    afterCommit(trx, () => this.#replace(name, row));
    publish({ type: 'reader:changed', name, printer }, trx);
    return isNew ? 'created' : 'replaced';
  }

  /** Removes a reader. Its results stay. Throws `not-found`. */
  async remove(name: string, trx: ControllerTransaction): Promise<void> {
    const { publish = noPublish } = this.#deps;
    const { printer } = await this.#row(name, trx);
    await trx.deleteFrom('readers').where('name', '=', name).execute();
    afterCommit(trx, () => this.#replace(name, undefined));
    publish({ type: 'reader:changed', name, printer }, trx);
  }

  /** Triggers a reader and waits for its next line. Throws `not-found`. */
  async test(name: string): Promise<ReaderTest> {
    const row = await this.#row(name);
    const running = this.#running.get(name);
    return running ? running.test(TEST_LINE) : { isReachable: false, reason: this.#view(row).reason ?? 'it is off' };
  }

  /** The same for a configuration that is not stored. Throws `invalid-input`. */
  async testConfiguration(configuration: ReaderConfiguration): Promise<ReaderTest> {
    refuseWrongPattern(configuration);
    const { timers } = this.#deps;
    const { promise: connected, resolve } = Promise.withResolvers<undefined>();
    const publish = () => void (reader.view().state === 'connected' && resolve(undefined));
    const deps = { ...this.#deps, records: { add: () => undefined }, publish };
    const reader = new RunningReader(TESTS_NAME, { configuration, speed: 1, deps });
    const timer = timers.setTimeout(() => resolve(undefined), TEST_CONNECT);
    reader.start();
    try {
      await connected;
      return await reader.test(TEST_LINE);
    } finally {
      timers.clearTimeout(timer);
      await reader.stop();
    }
  }

  /** The results of a reader, newest first. Throws `not-found`. */
  async results(name: string, { before, limit, verdict }: ReaderResultsQuery): Promise<ReaderResultsPage> {
    await this.#row(name);
    let query = this.#deps.db.selectFrom('reader_results').selectAll().where('reader', '=', name);
    if (before !== undefined) query = query.where('id', '<', before);
    if (verdict !== undefined) query = query.where('verdict', '=', verdict);
    const rows = await query
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const shown = rows.slice(0, limit);
    return { results: shown.map(toResult), next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
  }

  /** Errors for the status of a printer about its reader. */
  warnings(printer: string): StatusError[] {
    const warning = this.#ofPrinter(printer)?.warning();
    return warning === undefined ? [] : [warning];
  }

  /** The barcode that the reader of a printer compares; undefined for the first one. */
  barcodeOf(printer: string): string | undefined {
    return this.#ofPrinter(printer)?.configuration.expects;
  }

  /** The line of a printer has another speed, in mm/s; 0 when it stands. */
  setLineSpeed(printer: string, speed: number): void {
    this.#ofPrinter(printer)?.setSpeed(speed);
  }

  #ofPrinter(printer: string): RunningReader | undefined {
    return [...this.#running.values()].find(({ configuration }) => configuration.printer === printer);
  }

  /** Reads the events since the last call: prints enter the line, and printers change. */
  #follow(): void {
    const { events } = this.#deps;
    for (; this.#next < events.next; this.#next += 1) {
      const event = events.find(this.#next)?.event;
      if (event?.type === 'print:settled' && MADE.has(event.state)) this.#ofPrinter(event.printer)?.printed(event.id);
      if (event && PRINTER_CHANGES.has(event.type)) this.#reload();
    }
  }

  /** Starts the readers whose printer or line speed changed again. Prints on their way get no verdict. */
  #reload(): void {
    void this.#changes.run(async () => {
      for (const row of await this.#deps.db.selectFrom('readers').selectAll().execute()) {
        const running = this.#running.get(row.name);
        if (running?.configuration.printer === row.printer && this.#isPresent(row.printer)) this.#applySpeed(running);
        else {
          await running?.stop();
          this.#run(row);
        }
      }
    });
  }

  #applySpeed(reader: RunningReader): void {
    reader.setSpeed(this.#speedFor(reader.configuration));
  }

  #replace(name: string, row: ReaderRow | undefined): void {
    void this.#changes.run(async () => {
      await this.#running.get(name)?.stop();
      this.#running.delete(name);
      if (row) this.#run(row);
    });
  }

  #run(row: ReaderRow): void {
    const { log, isSafeMode } = this.#deps;
    const read = readConfiguration(row);
    this.#running.delete(row.name);
    if ('fault' in read) log.error(`the reader "${row.name}" cannot be used: ${read.fault}`);
    if ('fault' in read || isSafeMode || !this.#isPresent(row.printer)) return;
    const reader = new RunningReader(row.name, { configuration: read.value, speed: this.#speedFor(read.value), deps: this.#deps });
    this.#running.set(row.name, reader);
    reader.start();
  }

  #isPresent(printer: string): boolean {
    return this.#deps.printers.names().includes(printer);
  }

  #speedFor({ lineSpeed, printer }: ReaderConfiguration): number {
    return lineSpeed ?? this.#deps.printers.get(printer).configuration?.lineSpeed ?? DEFAULT_SPEED;
  }

  #view(row: ReaderRow): LineReader {
    const running = this.#running.get(row.name);
    if (running) return { name: row.name, ...running.view() };
    const recent = { verified: 0, misread: 0, mismatch: 0, notRead: 0 };
    return { name: row.name, printer: row.printer, state: 'off', reason: this.#offReason(row), recent, exceeded: [], underway: 0 };
  }

  #offReason({ printer }: ReaderRow): string {
    if (this.#deps.isSafeMode) return 'the controller is in safe mode';
    return this.#isPresent(printer) ? 'its configuration cannot be used' : `there is no printer "${printer}"`;
  }

  async #row(name: string, db: ControllerDatabase | ControllerTransaction = this.#deps.db): Promise<ReaderRow> {
    const row = await db.selectFrom('readers').selectAll().where('name', '=', name).executeTakeFirst();
    if (!row) throw new ProblemError('not-found', { detail: `There is no reader "${name}".`, instance: readerPath(name) });
    return row;
  }
}

/** The states of a print that is on a product. */
const MADE: ReadonlySet<PrintState> = new Set(['printed', 'handed-over']);
const PRINTER_CHANGES: ReadonlySet<EventType> = new Set(['printer:renamed', 'printer:removed', 'printer:changed']);

type ReaderRow = ControllerSchema['readers'];

/** Of a printer whose configuration cannot be read, in mm/s. */
const DEFAULT_SPEED = 300;

function readConfiguration({ printer, config }: ReaderRow): { value: ReaderConfiguration } | { fault: string } {
  const read = tryStored(storedReaderConfigurationSchema, config);
  return 'fault' in read ? read : { value: { ...read.value, printer } };
}

function refuseWrongPattern({ connection }: ReaderConfiguration): void {
  try {
    new ReaderLines(connection);
  } catch (error) {
    if (!(error instanceof ReaderPatternError)) throw error;
    const detail = error.message;
    throw new ProblemError('invalid-input', { detail, errors: [{ pointer: '/connection/pattern', detail }] }, { cause: error });
  }
}

function inUse(printer: string, reader: string): ProblemError {
  const detail = `The printer "${printer}" has the reader "${reader}" already: change or delete that one.`;
  return new ProblemError('in-use', { detail, instance: readerPath(reader) });
}

function forbidden(name: string): ProblemError {
  return new ProblemError('forbidden', { detail: `The reader "${name}" belongs to another printer.`, instance: readerPath(name) });
}

function readerPath(name: string): string {
  return `/api/v3/readers/${encodeURIComponent(name)}`;
}

function toResult(row: Selectable<ControllerSchema['reader_results']>): ReaderResult {
  return {
    ...{ id: row.id, reader: row.reader, printer: row.printer, at: new Date(row.at).toISOString(), verdict: row.verdict },
    ...(row.print !== null && { print: row.print }),
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.read_text !== null && { read: row.read_text }),
    ...(row.read_grade !== null && { grade: row.read_grade }),
  };
}

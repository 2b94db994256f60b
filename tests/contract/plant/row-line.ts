import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RowRunContent } from '#contract/plant/row-run.ts';
import { ProblemError } from '#contract/problem.ts';
import { PlantFailure } from '#controller/plant-connection/plant-client.ts';
import { PlantLoop } from '#controller/plant-connection/plant-loop.ts';
import { RowSupply } from '#controller/plant-connection/row-supply.ts';
import type { Timers } from '#controller/platform/timers.ts';
import { JobQueues, type JobPrint } from '#controller/queue/job-queues.ts';
import { JobRows } from '#controller/queue/job-rows.ts';
import { PlantRows } from '#controller/queue/plant-rows.ts';
import { SharedRows } from '#controller/queue/shared-rows.ts';
import { Tables } from '#controller/tables/tables.ts';
import type { Plant } from '#plant/plant.ts';
import { silentLog } from '#process/log.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { until } from '#support/until.ts';

/** Waits take no time. */
const HASTY: Timers = { setTimeout: (act) => setTimeout(act, 1), clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout) };
const PRINTER = 'Line 1';

/** Why no print was begun: no row is here, all rows of the job are printed or being printed, or there is no job. */
type Stopped = 'rows-used-up' | 'all-given' | 'done';

/** What a run of the tests consists of: all rows of a table with so many. */
export function contentOf(rows: number): RowRunContent {
  return { table: 'Rows', hash: 'a'.repeat(64), rows: { first: 0, end: rows }, copies: 1 };
}

/** A controller with one printer, whose jobs share the rows of a run, and whose database can be restored from a backup. */
export class RowLine {
  /** Rows whose prints were made. */
  readonly printed: number[] = [];
  isCut = false;
  /** Whether answers of the plant are lost, although it has done what they say. */
  isDeaf = false;
  readonly id: string;
  readonly #options: { plant: Plant; folder: string; run: string; rows: number };
  #db!: ControllerDatabase;
  #jobs!: JobQueues;
  #shared!: SharedRows;
  #plantRows!: PlantRows;
  #loop!: PlantLoop;
  #requests = 0;
  #prints = 0;
  /** Prints whose outcome is not known yet. */
  #open: JobPrint[] = [];

  constructor(id: string, options: { plant: Plant; folder: string; run: string; rows: number }) {
    this.id = id;
    this.#options = options;
  }

  /** The first start, with a table and a job. */
  async create(): Promise<void> {
    const tables = this.#openAll();
    await tables.put('Rows', { columns: ['Id'], rows: Array.from({ length: this.#options.rows }, (_, row) => [String(row)]) });
    await this.select();
    this.#loop.start();
  }

  /** Begins a job, in place of the present one. */
  async select(): Promise<void> {
    const { run, rows } = this.#options;
    const range = { table_name: 'Rows', first_row: 0, row_count: rows, copies: null, copies_column: null };
    const none = {
      label_data: null,
      label_column: null,
      key_column: null,
      key: null,
      row: null,
      printed_column: null,
      rework_reason: null,
    };
    const more = { auto_print_gap: null, auto_print_interval: null, print_delay: null, label_revision: 1, total_copies: rows };
    await inTransaction(this.#db, async (trx) => {
      const joined = await this.#shared.join(range, { name: run, content: contentOf(rows) }, trx);
      const flags = { repeat_print: 0, checkpoint: 0, frozen: 0, operator: '', description: '', label_name: 'Row' };
      await this.#jobs.replace(PRINTER, { ...range, ...none, ...more, ...flags, ...joined }, trx);
    });
    this.#loop.wake();
  }

  /** Ends the job. */
  async abort(): Promise<void> {
    await inTransaction(this.#db, (trx) => this.#jobs.end(PRINTER, 'aborted', trx));
    this.#loop.wake();
  }

  /** Begins up to so many prints. Returns why it stopped early. */
  async begin(most: number): Promise<Stopped | undefined> {
    for (let count = 0; count < most; count += 1) {
      const stopped = await this.#beginOne();
      if (stopped) return stopped;
    }
    return undefined;
  }

  /** All prints that are open end: printed, or void as `isVoid` says. */
  async end(isVoid: () => boolean = () => false): Promise<void> {
    for (const print of this.#open.splice(0)) {
      const isMade = !isVoid();
      await inTransaction(this.#db, async (trx) => {
        if (isMade) await this.#jobs.countPrinted(print, 'printed', trx);
        else await this.#jobs.countVoided(print, trx);
      });
      if (isMade && print.row !== null) this.printed.push(print.row);
    }
    this.#loop.wake();
  }

  /** Prints until the job is done; a job without rows waits for them. */
  async finish(): Promise<void> {
    await until(
      async () => {
        const stopped = await this.begin(1_000);
        await this.end();
        return stopped;
      },
      (stopped) => stopped === 'done',
    );
  }

  /** Why no rows came at the last attempt. */
  async reason(): Promise<string | undefined> {
    const job = await this.#jobs.findCurrent(PRINTER);
    return (await this.#plantRows.describe(job?.allocation ?? 0, this.#db))?.reason;
  }

  async left(): Promise<number> {
    return (await this.#plantRows.runs(this.#db)).reduce((sum, { left }) => sum + left, 0);
  }

  /** Ends the controller at once, and starts it again. */
  async restart(between: () => void = () => undefined): Promise<void> {
    await this.stop();
    between();
    this.#openAll();
    this.#loop.start();
  }

  async backUp(): Promise<void> {
    await this.end();
    await this.restart(() => copyFileSync(this.#file, `${this.#file}.backup`));
  }

  /** As `Recovery` does when it finds a database that is not the one of the last run: jobs are ended, and blocks are forgotten. */
  async restore(): Promise<void> {
    await this.end();
    await this.stop();
    for (const end of ['-wal', '-shm', '']) rmSync(this.#file + end, { force: true });
    copyFileSync(`${this.#file}.backup`, this.#file);
    this.#openAll();
    await inTransaction(this.#db, async (trx) => {
      await this.#plantRows.forgetAll(trx);
      await this.#jobs.end(PRINTER, 'aborted', trx);
    });
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.#db.destroy();
  }

  get #file(): string {
    return join(this.#options.folder, `${this.id}.db`);
  }

  async #beginOne(): Promise<Stopped | undefined> {
    const job = await this.#jobs.findCurrent(PRINTER);
    if (!job) return 'done';
    try {
      return await inTransaction(this.#db, async (trx) => {
        const copy = await this.#jobs.next(job, trx);
        if (!copy) return 'all-given';
        if (!(await this.#jobs.isStillNext(job, copy, trx))) return undefined;
        const print = { id: (this.#prints += 1), job: job.id, row: copy.position, reprint_of: null, supersedes: null };
        if (await this.#jobs.countStarted(job, { copy, print: print.id }, trx)) this.#open.push(print);
        return undefined;
      });
    } catch (error) {
      if (error instanceof ProblemError && error.slug === 'rows-used-up') return 'rows-used-up';
      throw error;
    }
  }

  #openAll(): Tables {
    const db = openControllerDatabase(this.#file);
    const now = () => Date.now();
    const tables = new Tables({ db, now });
    const rows = new JobRows({ tables, db });
    this.#db = db;
    this.#plantRows = new PlantRows();
    this.#shared = new SharedRows({ db, rows, plantRows: this.#plantRows });
    const newId = () => `${this.id}-request-${Date.now()}-${(this.#requests += 1)}`;
    this.#jobs = new JobQueues({ db, now, newId, rows, shared: this.#shared });
    const { plant } = this.#options;
    const place = (name: string) => ({ controller: this.id, name });
    const supply = new RowSupply({
      ...{ db, now, newId, plantRows: this.#plantRows, sharing: this.#jobs.sharing, log: silentLog },
      write: (work) => inTransaction(db, work),
      client: {
        leaseRows: (name, request) => this.#call(() => plant.leaseRows(place(name), request)),
        reportRows: (name, report) => this.#call(() => plant.reportRows(place(name), report)),
        rows: (name) => this.#call(() => plant.controllerRows(place(name))),
      },
    });
    this.#loop = new PlantLoop({ timers: HASTY, log: silentLog, random: () => 0 }, supply);
    return tables;
  }

  async #call<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.isCut) throw new PlantFailure('The plant could not be reached.');
    const result = await work().catch((error: unknown) => {
      throw error instanceof ProblemError ? new PlantFailure(error.message) : error;
    });
    if (this.isDeaf) throw new PlantFailure('The plant did not answer in time.', { isTimeout: true });
    return result;
  }
}

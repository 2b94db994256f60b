import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { CompiledQuery, type Kysely } from 'kysely';
import { sharedFileOf } from './lend-database.ts';
import { SHORTEN, stateOf, type LogState } from './log-state.ts';
import { judgeFailureOf, keptTablesOf } from './open-transactions.ts';

const ENTRY = new URL('./log-worker.ts', import.meta.url);
/** Pages after which SQLite puts the log away with somebody's commit: far more than the keeper ever leaves. */
const LAST_RESORT = 16_384;
/** Statements that have changed something since the log was put away: a page each, and then it has some 4 MB. */
const MOST_CHANGES = 1_000;

/**
 * Puts the log of a database into the file itself, in a thread of its own: that makes both durable, and with somebody's commit the whole
 * controller would stand for as long as the disk takes.
 */
export class LogKeeper<Schema> {
  readonly #db: Kysely<Schema>;
  #worker: Worker | undefined;
  #changesBefore = 0;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  /** Whether enough was written to be put away. */
  get isDue(): boolean {
    return this.#changes - this.#changesBefore >= MOST_CHANGES;
  }

  /** Puts away what can be, and tells what the log holds then. One at a time. Throws what the disk throws. */
  async shorten(): Promise<LogState> {
    this.#changesBefore = this.#changes;
    const file = await sharedFileOf(this.#db);
    if (file === undefined) return this.#shortenHere();
    const worker = (this.#worker ??= await this.#start(file));
    try {
      worker.postMessage('shorten');
      const [state] = (await once(worker, 'message')) as [LogState];
      return state;
    } catch (error) {
      this.#worker = undefined;
      throw judgeFailureOf(this.#db, error);
    }
  }

  /** Closes the connection of the thread, if there is one. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    if (!worker) return;
    const gone = once(worker, 'exit');
    worker.postMessage('close');
    await gone;
  }

  get #changes(): number {
    return keptTablesOf(this.#db)?.allChanges ?? 0;
  }

  async #start(file: string): Promise<Worker> {
    await this.#db.executeQuery(CompiledQuery.raw(`PRAGMA wal_autocheckpoint = ${LAST_RESORT}`));
    return new Worker(ENTRY, { workerData: file });
  }

  async #shortenHere(): Promise<LogState> {
    const { rows } = await this.#db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(SHORTEN));
    return stateOf(rows[0]);
  }
}

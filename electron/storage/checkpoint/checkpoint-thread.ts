import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { CompiledQuery, type Kysely } from 'kysely';
import { sharedFileOf } from '../database/lend-database.ts';
import { CHECKPOINT, walSizeOf, type WalSize } from './wal-size.ts';
import { judgeFailureOf, tableVersionsOf } from '../database/open-transactions.ts';

const ENTRY = new URL('./checkpoint-worker.ts', import.meta.url);
/** SQLite's automatic checkpoint in pages, as a last resort: far more than this thread ever leaves in the WAL. */
const AUTO_CHECKPOINT_PAGES = 16_384;
/** A checkpoint is due after so many changing statements: with one page each the WAL has about 4 MB then. */
const MAX_CHANGES = 1_000;

/** Checkpoints the WAL in a worker thread. SQLite's automatic checkpoint, within a commit, would block the whole controller while the disk syncs. */
export class CheckpointThread<Schema> {
  readonly #db: Kysely<Schema>;
  #worker: Worker | undefined;
  #changesBefore = 0;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  /** Whether enough has been written for a checkpoint. */
  get isDue(): boolean {
    return this.#changes - this.#changesBefore >= MAX_CHANGES;
  }

  /** Runs a checkpoint and returns the size of the WAL. Not for concurrent calls. Throws the disk's error. */
  async shorten(): Promise<WalSize> {
    this.#changesBefore = this.#changes;
    const file = await sharedFileOf(this.#db);
    if (file === undefined) return this.#checkpointHere();
    const worker = (this.#worker ??= await this.#start(file));
    try {
      worker.postMessage('shorten');
      const [state] = (await once(worker, 'message')) as [WalSize];
      return state;
    } catch (error) {
      this.#worker = undefined;
      throw judgeFailureOf(this.#db, error);
    }
  }

  /** Ends the thread, if there is one. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    if (!worker) return;
    const exit = once(worker, 'exit');
    worker.postMessage('close');
    await exit;
  }

  get #changes(): number {
    return tableVersionsOf(this.#db)?.allChanges ?? 0;
  }

  async #start(file: string): Promise<Worker> {
    await this.#db.executeQuery(CompiledQuery.raw(`PRAGMA wal_autocheckpoint = ${AUTO_CHECKPOINT_PAGES}`));
    return new Worker(ENTRY, { workerData: file });
  }

  async #checkpointHere(): Promise<WalSize> {
    const { rows } = await this.#db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(CHECKPOINT));
    return walSizeOf(rows[0]);
  }
}

import type { RowSharing as RowSharingOfTable } from '#contract/api-v3/table.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import type { WriteCondition } from '#storage/database/write-condition.ts';
import type { ReadWriteLock } from '../platform/read-write-lock.ts';
import type { JobQueues } from '../queue/job-queues.ts';
import type { SharedRows } from '../queue/shared-rows.ts';
import type { Tables } from '../tables/tables.ts';
import { inUse, jobUser } from './name-usage.ts';

export interface RowSharingDeps {
  db: ControllerDatabase;
  jobs: JobQueues;
  tables: Tables;
  sharedRows: SharedRows;
  /** Shared with selections: see `PrintingDeps`. */
  selectionLock: ReadWriteLock;
}

/** How the rows of tables are shared between jobs. */
export class RowSharing {
  readonly #deps: RowSharingDeps;

  constructor(deps: RowSharingDeps) {
    this.#deps = deps;
  }

  /** The rows and copies of a table that jobs with shared rows took. Throws `not-found` outside of a transaction, which has found the table. */
  async describe(table: string, trx?: ControllerTransaction): Promise<RowSharingOfTable> {
    const { tables, sharedRows } = this.#deps;
    if (!trx) await tables.summary(table);
    return sharedRows.describe(table, trx);
  }

  /**
   * Forgets which shared rows are printed: the next jobs that share them print all of them again. Throws `not-found`, and `in-use` while a job
   * shares them, and what the condition throws.
   */
  async release(table: string, condition?: WriteCondition): Promise<void> {
    const { db, selectionLock, tables, sharedRows } = this.#deps;
    await tables.summary(table);
    await selectionLock.write(() =>
      inTransaction(db, async (trx) => {
        await condition?.(trx);
        await this.#refuseShared(table, trx);
        await sharedRows.release(table, trx);
      }),
    );
  }

  /** The condition of a replacement of a whole table, which makes other rows of its rows: no job may share them. */
  replacement(table: string): WriteCondition {
    return (trx) => this.#refuseShared(table, trx);
  }

  async #refuseShared(table: string, trx: ControllerTransaction): Promise<void> {
    const jobs = (await this.#deps.jobs.allQueued(trx)).filter((job) => job.table_name === table && job.allocation !== null);
    if (jobs.length > 0) throw inUse({ word: 'set of shared rows of the table', path: 'tables', name: table }, { jobs: jobs.map(jobUser) });
  }
}

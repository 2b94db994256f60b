import { labelSchema } from '#contract/api-v3/label.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/controller-schema.ts';
import { tryStored } from '../stored-content/stored-json.ts';
import type { Tables } from '../tables/tables.ts';
import type { JobRows } from './job-rows.ts';
import type { Job } from './job.ts';
import { labelNameOf, type LabelDocument, type LabelDocuments } from './label-documents.ts';

export interface JobLabelsRooms {
  documents: LabelDocuments;
  tables: Tables;
  rows: JobRows;
}

type Db = ControllerDatabase | ControllerTransaction;

/** Which labels a job may print, over all its rows. */
export class JobLabels {
  readonly #rooms: JobLabelsRooms;

  constructor(rooms: JobLabelsRooms) {
    this.#rooms = rooms;
  }

  /**
   * The names that its rows use as their table stands now; that of the job alone when the table lacks what names them. A frozen job uses
   * none.
   */
  async names(job: Job, db: Db): Promise<Set<string>> {
    const names = new Set<string>();
    if (job.frozen === 1) return names;
    if (job.label_data === null && job.label_name !== '') names.add(job.label_name);
    try {
      for (const cell of await this.#cells(job, db)) if (cell !== '') names.add(cell.normalize('NFC'));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
    }
    return names;
  }

  /** The documents of those that there are. */
  async documents(job: Job, db: Db): Promise<LabelDocument[]> {
    if (job.frozen === 1) return this.#frozen(job, db);
    return this.#rooms.documents.ofJob(job, await this.names(job, db), db);
  }

  async #frozen({ id }: Job, db: Db): Promise<LabelDocument[]> {
    const ofJob = db.selectFrom('frozen_rows').select('document_hash').where('job', '=', id);
    const stored = await db.selectFrom('label_documents').selectAll().where('hash', 'in', ofJob).execute();
    const usable = stored.filter(({ document }) => !('fault' in tryStored(labelSchema, document)));
    return usable.map(({ hash, document }) => this.#rooms.documents.stored(hash, document));
  }

  async #cells(job: Job, db: Db): Promise<string[]> {
    const { label_column: column, table_name: table, first_row: first, row_count: count } = job;
    if (column === null || table === null) return [];
    if (first !== null && count !== null) return this.#rooms.tables.distinctCells(table, { column, from: first, end: first + count }, db);
    return [labelNameOf(job, await this.#rooms.rows.at(job, 0, db))];
  }
}

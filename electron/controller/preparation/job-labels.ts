import { labelSchema } from '#contract/api-v3/label.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { tryStored } from '../stored-content/stored-json.ts';
import type { Tables } from '../tables/tables.ts';
import type { JobRows } from '../queue/job-rows.ts';
import type { Job } from '../queue/job.ts';
import { labelNameOf, type LabelDocument, type LabelDocuments } from './label-documents.ts';

export interface JobLabelsDeps {
  documents: LabelDocuments;
  tables: Tables;
  rows: JobRows;
}

type Db = ControllerDatabase | ControllerTransaction;

/** Finds the labels that a job may print, over all its rows. */
export class JobLabels {
  readonly #deps: JobLabelsDeps;

  constructor(deps: JobLabelsDeps) {
    this.#deps = deps;
  }

  /** The names in the current table rows of the job; only the job's own label if the table lacks the column. Empty for a frozen job. */
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

  /** The documents of the labels that exist. */
  async documents(job: Job, db: Db): Promise<LabelDocument[]> {
    if (job.frozen === 1) return this.#frozen(job, db);
    return this.#deps.documents.ofJob(job, await this.names(job, db), db);
  }

  async #frozen({ id }: Job, db: Db): Promise<LabelDocument[]> {
    const ofJob = db.selectFrom('frozen_rows').select('document_hash').where('job', '=', id);
    const stored = await db.selectFrom('label_documents').selectAll().where('hash', 'in', ofJob).execute();
    const usable = stored.filter(({ document }) => !('fault' in tryStored(labelSchema, document)));
    return usable.map(({ hash, document }) => this.#deps.documents.stored(hash, document));
  }

  async #cells(job: Job, db: Db): Promise<string[]> {
    const { label_column: column, table_name: table, first_row: first, row_count: count } = job;
    if (column === null || table === null) return [];
    if (first !== null && count !== null) return this.#deps.tables.distinctCells(table, { column, from: first, end: first + count }, db);
    return [labelNameOf(job, await this.#deps.rows.at(job, 0, db))];
  }
}

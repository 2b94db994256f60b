import { sql } from 'kysely';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { Statement } from '#storage/database/statement.ts';
import type { Job } from './job.ts';

type Db = ControllerDatabase | ControllerTransaction;

/** A version of a label. */
export interface LabelRevision {
  label: string;
  revision: number;
}

const REVISION = new Statement<{ revision: number | null }>(`
  SELECT CASE WHEN label_column IS NULL THEN label_revision ELSE coalesce(
    (SELECT revision FROM job_label_revisions WHERE job = jobs.id AND label = ?2), (SELECT revision FROM labels WHERE name = ?2)
  ) END AS revision FROM jobs WHERE id = ?1`);

const KEPT = new Statement<{ revision: number }>('SELECT revision FROM job_label_revisions WHERE job = ?1 AND label = ?2');

/** A literal: SQLite does not use the partial index of live jobs for a bound parameter. */
const PRINTS_STORED_LABELS = sql<boolean>`live = 1 AND frozen = 0 AND label_data IS NULL`;

/**
 * The versions of labels that jobs print: those that were current at the selection, until a change of a label says that it reaches the job. A
 * job without a label column has one version. A job with a label column prints the newest version of each label until that label is put;
 * from then on the version is stored.
 */
export class JobLabelRevisions {
  readonly #db: ControllerDatabase;

  constructor({ db }: { db: ControllerDatabase }) {
    this.#db = db;
  }

  /** The version that the job prints of a stored label; undefined when the label does not exist. */
  async find(job: Pick<Job, 'id'>, label: string, db: Db = this.#db): Promise<number | undefined> {
    return (await REVISION.first(db, job.id, label))?.revision ?? undefined;
  }

  /** Whether the version that a job with a label column prints of a label is stored. */
  async isKept(job: string, label: string, db: Db = this.#db): Promise<boolean> {
    return (await KEPT.first(db, job, label)) !== undefined;
  }

  /** The job keeps printing this version of a label. For a job with a label column only; a version that is stored already stays. */
  async keep(job: string, { label, revision }: LabelRevision, trx: ControllerTransaction): Promise<void> {
    await trx
      .insertInto('job_label_revisions')
      .values({ job, label, revision })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** All jobs with a label column that are in a queue keep printing this version of a label. Joins the transaction that puts a newer one. */
  async keepInAll({ label, revision }: LabelRevision, trx: ControllerTransaction): Promise<void> {
    const jobs = await trx.selectFrom('jobs').select('id').where(PRINTS_STORED_LABELS).where('label_column', 'is not', null).execute();
    for (const { id } of jobs) await this.keep(id, { label, revision }, trx);
  }

  /**
   * The jobs in the queues of these printers that may print a label and have not frozen it print its newest version from now on.
   * Returns the jobs that printed another version.
   */
  async update({ label, revision }: LabelRevision, printers: readonly string[], trx: ControllerTransaction): Promise<Job[]> {
    const changed: Job[] = [];
    const query = trx
      .selectFrom('jobs')
      .selectAll()
      .where(PRINTS_STORED_LABELS)
      .where((job) => job.or([job('label_name', '=', label), job('label_column', 'is not', null)]))
      .where('printer', 'in', printers);
    for (const job of await query.orderBy('printer').orderBy('position').execute()) {
      if ((await this.find(job, label, trx)) === revision) continue;
      await this.#update(job, { label, revision }, trx);
      changed.push(job);
    }
    return changed;
  }

  async #update({ id, label_column: column }: Job, { label, revision }: LabelRevision, trx: ControllerTransaction): Promise<void> {
    if (column === null) await trx.updateTable('jobs').set({ label_revision: revision }).where('id', '=', id).execute();
    else await trx.deleteFrom('job_label_revisions').where('job', '=', id).where('label', '=', label).execute();
  }
}

import type { Selectable } from 'kysely';
import type { ControllerDatabase, ControllerTransaction, JobsTable } from '#storage/controller-schema.ts';

export type Job = Selectable<JobsTable>;

/** What a selection became once everything in it was found. */
export type NewJob = Pick<
  Job,
  'description' | 'label_name' | 'label_data' | 'label_revision' | 'table_name' | 'key_column' | 'key' | 'row' | 'copies'
>;

type Db = ControllerDatabase | ControllerTransaction;

export interface JobsOptions {
  db: ControllerDatabase;
  now: () => number;
  newId: () => string;
}

/** The queues of all printers: a printer's current job is the queued one with the smallest position. */
export class Jobs {
  readonly #options: JobsOptions;

  constructor(options: JobsOptions) {
    this.#options = options;
  }

  /** A printer's queue, the current job first. */
  async queue(printer: string, db: Db = this.#options.db): Promise<Job[]> {
    return db.selectFrom('jobs').selectAll().where('printer', '=', printer).where('state', '=', 'queued').orderBy('position').execute();
  }

  async findCurrent(printer: string, db: Db = this.#options.db): Promise<Job | undefined> {
    return db
      .selectFrom('jobs')
      .selectAll()
      .where('printer', '=', printer)
      .where('state', '=', 'queued')
      .orderBy('position')
      .limit(1)
      .executeTakeFirst();
  }

  async queueLength(printer: string): Promise<number> {
    const { length } = await this.#options.db
      .selectFrom('jobs')
      .select((query) => query.fn.countAll<number>().as('length'))
      .where('printer', '=', printer)
      .where('state', '=', 'queued')
      .executeTakeFirstOrThrow();
    return length;
  }

  /** The queued jobs of all printers. */
  async allQueued(db: ControllerDatabase | ControllerTransaction): Promise<Job[]> {
    return db.selectFrom('jobs').selectAll().where('state', '=', 'queued').orderBy('printer').orderBy('position').execute();
  }

  /** Appends a job to a printer's queue. */
  async append(printer: string, job: NewJob, trx: ControllerTransaction): Promise<{ id: string; position: number }> {
    const { last, waiting } = await trx
      .selectFrom('jobs')
      .select((query) => [
        query.fn.coalesce(query.fn.max('position'), query.val(0)).as('last'),
        query.fn.countAll<number>().filterWhere('state', '=', 'queued').as('waiting'),
      ])
      .where('printer', '=', printer)
      .executeTakeFirstOrThrow();
    const { now, newId } = this.#options;
    const id = newId();
    const counts = { started: 0, printed: 0, voided: 0 };
    await trx
      .insertInto('jobs')
      .values({ ...job, ...counts, id, printer, position: last + 1, state: 'queued', created: now() })
      .execute();
    return { id, position: waiting };
  }

  /**
   * Ends a printer's whole queue. A job that is done while its last prints are still on their way ends as well: should one of
   * them fail, nobody wants its copy any more.
   */
  async end(printer: string, state: 'aborted' | 'deselected', trx: ControllerTransaction): Promise<void> {
    const onTheirWay = trx.selectFrom('prints').select('job').where('state', 'in', ['reserved', 'sent', 'unknown']);
    await trx
      .updateTable('jobs')
      .set((job) => ({
        live: 0,
        state: job
          .case()
          .when(job.or([job('state', '=', 'queued'), job('id', 'in', onTheirWay)]))
          .then(state)
          .else(job.ref('state'))
          .end(),
      }))
      .where('printer', '=', printer)
      .where('live', '=', 1)
      .execute();
  }

  /** Counts a reserved print. A job whose copies are all accounted for is done, and the next one becomes current. */
  async countStarted(id: string, trx: ControllerTransaction): Promise<void> {
    await trx
      .updateTable('jobs')
      .set((job) => ({
        started: job('started', '+', 1),
        state: job
          .case()
          .when(job('copies', 'is not', null).and(job(job('started', '-', job.ref('voided')), '>=', job(job.ref('copies'), '-', 1))))
          .then('done' as const)
          .else(job.ref('state'))
          .end(),
      }))
      .where('id', '=', id)
      .execute();
  }

  async countPrinted(id: string, trx: ControllerTransaction): Promise<void> {
    await trx
      .updateTable('jobs')
      .set((job) => ({ printed: job('printed', '+', 1) }))
      .where('id', '=', id)
      .execute();
  }

  /**
   * Counts a print that was certainly not made. Its copy is owed again: a job that was done returns to its place in the queue, unless that
   * queue has ended.
   */
  async countVoided(id: string, trx: ControllerTransaction): Promise<void> {
    await trx
      .updateTable('jobs')
      .set((job) => ({
        voided: job('voided', '+', 1),
        state: job
          .case()
          .when(job.and({ state: 'done', live: 1 }))
          .then('queued' as const)
          .else(job.ref('state'))
          .end(),
      }))
      .where('id', '=', id)
      .execute();
  }
}

import type { QueuedJob } from '#contract/api-v3/queue.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/controller-schema.ts';
import { inTransaction } from '#storage/in-transaction.ts';
import type { Condition } from '#storage/condition.ts';
import type { UnwritableDisk } from '../unwritable-disk.ts';
import type { Claim } from '../idempotency/claim.ts';
import type { Job } from './job.ts';
import type { Jobs } from './jobs.ts';
import type { Lines } from './lines.ts';

export interface QueueRooms {
  db: ControllerDatabase;
  disk: UnwritableDisk;
  jobs: Pick<Jobs, 'tellQueue' | 'ends'>;
  lines: Lines;
}

/** How many of the jobs that are done are shown. */
const MOST_DONE = 200;

type Db = ControllerDatabase | ControllerTransaction;

/**
 * The queue of a printer as people see and change it. Changes take turns with triggers and selections; a print that is under way
 * finishes. All throw `not-found` for printer and job, and changes throw `disk-full`.
 */
export class Queue {
  readonly #rooms: QueueRooms;

  constructor(rooms: QueueRooms) {
    this.#rooms = rooms;
  }

  /**
   * The jobs that are current or wait, in their order, behind those that are done since the oldest checkpoint: the last 200 of these, since a
   * queue with checkpoints keeps them all.
   */
  async list(printer: string, db: Db = this.#rooms.db): Promise<QueuedJob[]> {
    this.#rooms.lines.named(printer);
    if (this.#rooms.jobs.ends.isEnded(printer)) return [];
    const shown = [...(await doneOf(printer, db)), ...(await queuedOf(printer, db))].sort((a, b) => a.position - b.position);
    const owed = await owedCopies(printer, db);
    let done = -shown.filter(({ state }) => state === 'done').length;
    let queued = 0;
    return shown.map((job) => toQueuedJob(job, { position: job.state === 'done' ? done++ : queued++, owed: owed.get(job.id) ?? 0 }));
  }

  /**
   * Puts the jobs into this order. Throws `queue-changed` unless it names every job that is current or waits, and when it moves a current
   * job that has begun.
   */
  async reorder(printer: string, order: readonly string[], condition?: Condition): Promise<void> {
    await this.#change(printer, async (trx) => {
      await condition?.(trx);
      const jobs = await queuedOf(printer, trx);
      refuseOtherJobs(printer, jobs, order);
      const current = jobs[0];
      if (current && order[0] !== current.id && (await hasBegun(current, trx))) {
        throw queueChanged(printer, `The job ${current.id} has begun: it stays the current one.`);
      }
      for (const [index, id] of order.entries()) {
        await trx.updateTable('jobs').set({ position: jobs[index]?.position }).where('id', '=', id).execute();
      }
    });
  }

  /** Takes one job away; after the current one comes the next. */
  async remove(printer: string, id: string): Promise<void> {
    await this.#change(printer, async (trx) => {
      const job = await this.#find(printer, id, trx);
      await trx
        .updateTable('jobs')
        .set({ live: 0, state: job.state === 'queued' ? 'deselected' : job.state })
        .where('id', '=', id)
        .execute();
    });
  }

  /**
   * Goes to a checkpoint: it becomes the current job, and it and every job behind it begin at their first rows; what was queued before it is
   * done. Throws `checkpoint-missing` for another job, and `serials-spent` when a frozen job among them would print its serials again.
   */
  async seek(printer: string, id: string, claim?: Claim): Promise<void> {
    await this.#change(printer, async (trx) => {
      const target = await this.#find(printer, id, trx);
      if (target.checkpoint === 0) {
        const detail = `The job ${id} is no checkpoint: one cannot return to it.`;
        throw new ProblemError('checkpoint-missing', { detail, instance: queuePath(printer) });
      }
      await refuseSpentSerials(target, trx);
      await restart(target, trx);
      await claim?.keep(undefined, trx);
    });
  }

  async #change(printer: string, change: (trx: ControllerTransaction) => Promise<void>): Promise<void> {
    const line = this.#rooms.lines.named(printer);
    const { aborts } = line;
    const { db, disk, jobs } = this.#rooms;
    disk.refuse();
    line.refuseUnwrittenEnd();
    const changeAndTell = async (trx: ControllerTransaction) => {
      await change(trx);
      jobs.tellQueue(printer, trx);
    };
    await line.orders.run(() => line.step(aborts, 'change', () => inTransaction(db, changeAndTell)));
    line.clearFaults();
  }

  async #find(printer: string, id: string, db: Db): Promise<Job> {
    const job = await livingOf(printer, db).selectAll().where('id', '=', id).executeTakeFirst();
    if (job) return job;
    throw new ProblemError('not-found', { detail: `There is no job ${id} in the queue of "${printer}".`, instance: queuePath(printer) });
  }
}

function livingOf(printer: string, db: Db) {
  // Not as a parameter, which the index of living jobs would not serve.
  return db
    .selectFrom('jobs')
    .where('printer', '=', printer)
    .where((job) => job('live', '=', job.lit(1)));
}

/** The current job and those that wait, in their order. */
function queuedOf(printer: string, db: Db): Promise<Job[]> {
  return livingOf(printer, db).selectAll().where('state', '=', 'queued').orderBy('position').execute();
}

/** The last of the jobs that are done since the oldest checkpoint. */
function doneOf(printer: string, db: Db): Promise<Job[]> {
  const oldest = livingOf(printer, db)
    .select(({ fn }) => fn.min('position').as('position'))
    .where('checkpoint', '=', 1);
  return livingOf(printer, db)
    .selectAll()
    .where('state', '<>', 'queued')
    .where('position', '>=', oldest)
    .orderBy('position', 'desc')
    .limit(MOST_DONE)
    .execute();
}

/** Whether a print of its present pass was begun. */
async function hasBegun({ id, seek_print: before }: Job, db: Db): Promise<boolean> {
  const print = await db
    .selectFrom('prints')
    .select('id')
    .where('job', '=', id)
    .where('id', '>', before)
    .where('reprint_of', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return print !== undefined;
}

async function owedCopies(printer: string, db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('job_owed')
    .select(['job', (owed) => owed.fn.sum<number>('copies').as('copies')])
    .where('job', 'in', livingOf(printer, db).select('id'))
    .groupBy('job')
    .execute();
  return new Map(rows.map(({ job, copies }) => [job, copies]));
}

/** The values of a frozen job were given out once; of its counters no value is ever printed by a second print. */
async function refuseSpentSerials({ printer, position }: Job, trx: ControllerTransaction): Promise<void> {
  const spent = await livingOf(printer, trx)
    .innerJoin('frozen_rows', 'frozen_rows.job', 'jobs.id')
    .select('id')
    .where('jobs.position', '>=', position)
    .where('started', '>', 0)
    .where((row) => row(row.fn<number>('json_array_length', ['print_values', row.val('$.counters')]), '>', 0))
    .limit(1)
    .executeTakeFirst();
  if (!spent) return;
  const detail = `The job ${spent.id} was frozen with its counters and has printed: begun again, it would print the same serials.`;
  throw new ProblemError('serials-spent', { detail, instance: queuePath(printer) });
}

/**
 * Queues the target and what is behind it from their first rows, and ends what was queued before it. Of a print of theirs that is still under
 * way no copy is owed.
 */
async function restart({ printer, position }: Job, trx: ControllerTransaction): Promise<void> {
  const lastPrint = trx.selectFrom('prints').select((query) => query.fn.coalesce(query.fn.max('id'), query.lit(0)).as('last'));
  const touched = livingOf(printer, trx)
    .select('id')
    .where((job) => job.or([job('position', '>=', position), job('state', '=', 'queued')]));
  await trx.deleteFrom('job_owed').where('job', 'in', touched).execute();
  await trx
    .updateTable('jobs')
    .set((job) => ({
      state: job
        .case()
        .when('position', '>=', position)
        .then('queued' as const)
        .else('done' as const)
        .end(),
      cursor: 0,
      row_started: 0,
      seek_print: lastPrint,
    }))
    .where('id', 'in', touched)
    .execute();
}

function refuseOtherJobs(printer: string, jobs: readonly Job[], order: readonly string[]): void {
  const queued = new Set(jobs.map(({ id }) => id));
  const foreign = order.find((id) => !queued.has(id));
  if (foreign !== undefined) throw queueChanged(printer, `The job ${foreign} is not in the queue.`);
  const named = new Set(order);
  const missing = jobs.find(({ id }) => !named.has(id));
  if (missing) throw queueChanged(printer, `The order leaves out the job ${missing.id}.`);
}

function queueChanged(printer: string, detail: string): ProblemError {
  return new ProblemError('queue-changed', { detail, instance: queuePath(printer) });
}

function queuePath(printer: string): string {
  return `/api/v3/printers/${encodeURIComponent(printer)}/queue`;
}

function toQueuedJob(job: Job, { position, owed }: { position: number; owed: number }): QueuedJob {
  return {
    id: job.id,
    position,
    state: job.state === 'done' ? 'done' : position === 0 ? 'current' : 'waiting',
    description: job.description,
    label: job.label_name,
    ...given({ labelColumn: job.label_column, table: job.table_name, keyColumn: job.key_column, key: job.key }),
    ...given({ firstRow: job.first_row, rowCount: job.row_count, copies: job.copies, copiesColumn: job.copies_column }),
    progress: { rows: job.cursor, copies: job.row_started, owed },
    started: job.started,
    printed: job.printed,
    voided: job.voided,
    checkpoint: job.checkpoint === 1,
    frozen: job.frozen === 1,
    repeatPrint: job.repeat_print === 1,
  };
}

type Given<Values> = { [Key in keyof Values]?: NonNullable<Values[Key]> };

/** What is not null. */
function given<Values extends object>(values: Values): Given<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Given<Values>;
}

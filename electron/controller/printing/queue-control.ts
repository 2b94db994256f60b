import type { QueuedJob } from '#contract/api-v3/queue.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inReadTransaction, inTransaction } from '#storage/database/in-transaction.ts';
import type { WriteCondition } from '#storage/database/write-condition.ts';
import type { DiskGuard } from '../disk/disk-guard.ts';
import type { IdempotentRequest } from '../idempotency/idempotent-request.ts';
import type { CommandExpiry } from '../platform/command-clock.ts';
import type { Job } from '../queue/job.ts';
import type { JobQueues } from '../queue/job-queues.ts';
import type { PrinterRuntimes } from '../runtime/printer-runtimes.ts';

export interface QueueControlDeps {
  db: ControllerDatabase;
  disk: DiskGuard;
  jobs: Pick<JobQueues, 'publishQueueChange' | 'pendingEnds' | 'sharing'>;
  runtimes: PrinterRuntimes;
}

/** The origin of a change. */
export interface SeekRequest {
  idempotency?: IdempotentRequest | undefined;
  expiry?: CommandExpiry | undefined;
}

/** The most jobs in state `done` that are listed. */
const MAX_DONE_JOBS = 200;

type Db = ControllerDatabase | ControllerTransaction;

/**
 * Reads and changes the queue of a printer. Changes run one after the other with triggers and selections; a print in progress finishes. All
 * methods throw `not-found` for printer and job, changes throw `disk-full`.
 */
export class QueueControl {
  readonly #deps: QueueControlDeps;

  constructor(deps: QueueControlDeps) {
    this.#deps = deps;
  }

  /**
   * The current and waiting jobs in order, after the jobs that are done since the oldest checkpoint: the last 200 of these, since a queue
   * with checkpoints keeps all of them.
   */
  async list(printer: string, db: Db = this.#deps.db): Promise<QueuedJob[]> {
    this.#deps.runtimes.get(printer);
    if (this.#deps.jobs.pendingEnds.isEnded(printer)) return [];
    const { shown, owed } = await inReadTransaction(db, (trx) => readQueue(printer, trx));
    let done = -shown.filter(({ state }) => state === 'done').length;
    let queued = 0;
    return shown.map((job) => toQueuedJob(job, { position: job.state === 'done' ? done++ : queued++, owed: owed.get(job.id) ?? 0 }));
  }

  /**
   * Reorders the queue. Throws `queue-changed` unless `order` names every current and waiting job, and when it moves a current job that has
   * started.
   */
  async reorder(printer: string, order: readonly string[], condition?: WriteCondition): Promise<void> {
    await this.#change(printer, async (trx) => {
      await condition?.(trx);
      const jobs = await queuedJobsOf(printer, trx);
      refuseOtherJobs(printer, jobs, order);
      const current = jobs[0];
      if (current && order[0] !== current.id && (await hasStarted(current, trx))) {
        throw queueChanged(printer, `The job ${current.id} has started: it must stay the current job.`);
      }
      for (const [index, id] of order.entries()) {
        await trx.updateTable('jobs').set({ position: jobs[index]?.position }).where('id', '=', id).execute();
      }
    });
  }

  /** Removes one job; after the current one comes the next. */
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
   * Returns to a checkpoint: it becomes the current job, it and every job after it start at their first rows, and jobs queued before it are
   * done. Jobs that share rows continue with the rows that are left. Throws `checkpoint-missing` for any other job, `serials-spent` when a frozen job among them would print its serials again, and `command-expired`.
   */
  async seek(printer: string, id: string, { idempotency, expiry }: SeekRequest = {}): Promise<void> {
    await this.#change(printer, async (trx) => {
      expiry?.refuseLate();
      const target = await this.#find(printer, id, trx);
      if (target.checkpoint === 0) {
        const detail = `The job ${id} is not a checkpoint: the queue cannot return to it.`;
        throw new ProblemError('checkpoint-missing', { detail, instance: queuePath(printer) });
      }
      await refuseSpentSerials(target, trx);
      await restart(target, trx);
      for (const allocation of await allocationsOf(printer, trx)) await this.#deps.jobs.sharing.updateAll(allocation, trx);
      await idempotency?.store(undefined, trx);
    });
  }

  async #change(printer: string, change: (trx: ControllerTransaction) => Promise<void>): Promise<void> {
    const runtime = this.#deps.runtimes.get(printer);
    const { aborts } = runtime;
    const { db, disk, jobs } = this.#deps;
    disk.throwIfUnwritable();
    runtime.refusePendingQueueEnd();
    const changeAndPublish = async (trx: ControllerTransaction) => {
      await change(trx);
      jobs.publishQueueChange(printer, trx);
    };
    await runtime.operations.run(() => runtime.commitStep(aborts, 'change', () => inTransaction(db, changeAndPublish)));
    runtime.clearFaults();
  }

  async #find(printer: string, id: string, db: Db): Promise<Job> {
    const job = await liveJobsOf(printer, db).selectAll().where('id', '=', id).executeTakeFirst();
    if (job) return job;
    throw new ProblemError('not-found', { detail: `There is no job ${id} in the queue of "${printer}".`, instance: queuePath(printer) });
  }
}

/** How the rows of a printer's jobs are shared. */
async function allocationsOf(printer: string, db: Db): Promise<number[]> {
  const jobs = await liveJobsOf(printer, db).select('allocation').distinct().where('allocation', 'is not', null).execute();
  return jobs.flatMap(({ allocation }) => allocation ?? []);
}

function liveJobsOf(printer: string, db: Db) {
  // A literal: SQLite does not use the partial index of live jobs for a bound parameter.
  return db
    .selectFrom('jobs')
    .where('printer', '=', printer)
    .where((job) => job('live', '=', job.lit(1)));
}

/** The listed jobs of a queue in order, and their owed copies. */
async function readQueue(printer: string, trx: ControllerTransaction): Promise<{ shown: Job[]; owed: Map<string, number> }> {
  const shown = [...(await doneJobsOf(printer, trx)), ...(await queuedJobsOf(printer, trx))];
  return { shown: shown.sort((a, b) => a.position - b.position), owed: await owedCopies(printer, trx) };
}

/** The current and the waiting jobs, in order. */
function queuedJobsOf(printer: string, db: Db): Promise<Job[]> {
  return liveJobsOf(printer, db).selectAll().where('state', '=', 'queued').orderBy('position').execute();
}

/** The last of the jobs that are done since the oldest checkpoint. */
function doneJobsOf(printer: string, db: Db): Promise<Job[]> {
  const oldest = liveJobsOf(printer, db)
    .select(({ fn }) => fn.min('position').as('position'))
    .where('checkpoint', '=', 1);
  return liveJobsOf(printer, db)
    .selectAll()
    .where('state', '<>', 'queued')
    .where('position', '>=', oldest)
    .orderBy('position', 'desc')
    .limit(MAX_DONE_JOBS)
    .execute();
}

/** Whether a print of the job's current pass was started. */
async function hasStarted({ id, seek_print: before }: Job, db: Db): Promise<boolean> {
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
    .where('job', 'in', liveJobsOf(printer, db).select('id'))
    .groupBy('job')
    .execute();
  return new Map(rows.map(({ job, copies }) => [job, copies]));
}

/** A frozen job takes its counter values once, and a rework job replaces each print once: no second print may have the same values. */
async function refuseSpentSerials({ printer, position }: Job, trx: ControllerTransaction): Promise<void> {
  const spent = await liveJobsOf(printer, trx)
    .innerJoin('frozen_rows', 'frozen_rows.job', 'jobs.id')
    .select('jobs.id')
    .where('jobs.position', '>=', position)
    .where('started', '>', 0)
    .where((row) =>
      row.or([
        row('frozen_rows.supersedes', 'is not', null),
        row(row.fn<number>('json_array_length', ['print_values', row.val('$.counters')]), '>', 0),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  if (!spent) return;
  const detail = `The job ${spent.id} is frozen with its values and has printed: if it started again, it would print the same ones.`;
  throw new ProblemError('serials-spent', { detail, instance: queuePath(printer) });
}

/**
 * Queues the target and the jobs after it at their first rows, and ends the jobs queued before it. Prints of theirs that are in progress no
 * longer owe a copy when they fail.
 */
async function restart({ printer, position }: Job, trx: ControllerTransaction): Promise<void> {
  const lastPrint = trx.selectFrom('prints').select((query) => query.fn.coalesce(query.fn.max('id'), query.lit(0)).as('last'));
  const touched = liveJobsOf(printer, trx)
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
  const unlisted = order.find((id) => !queued.has(id));
  if (unlisted !== undefined) throw queueChanged(printer, `The job ${unlisted} is not in the queue.`);
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
    ...withoutNulls({ labelColumn: job.label_column, table: job.table_name, keyColumn: job.key_column, key: job.key }),
    ...withoutNulls({ firstRow: job.first_row, rowCount: job.row_count, copies: job.copies, copiesColumn: job.copies_column }),
    progress: { rows: job.cursor, copies: job.row_started, owed },
    ...(job.allocation !== null && { rowAllocation: 'shared' as const }),
    started: job.started,
    printed: job.printed,
    voided: job.voided,
    checkpoint: job.checkpoint === 1,
    frozen: job.frozen === 1,
    repeatPrint: job.repeat_print === 1,
  };
}

type WithoutNulls<Values> = { [Key in keyof Values]?: NonNullable<Values[Key]> };

/** The entries that are not null. */
function withoutNulls<Values extends object>(values: Values): WithoutNulls<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as WithoutNulls<Values>;
}

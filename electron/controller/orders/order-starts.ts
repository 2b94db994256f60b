import { sql } from 'kysely';
import type { NewOrder, OrderDetail } from '#contract/api-v3/order.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { GroupCommit } from '#storage/database/group-commit.ts';
import type { DiskGuard } from '../disk/disk-guard.ts';
import type { IdempotentRequest } from '../idempotency/idempotent-request.ts';
import type { CommandExpiry } from '../platform/command-clock.ts';
import type { JobSelection, QueuedSelection } from '../printing/job-selection.ts';
import type { JobQueues } from '../queue/job-queues.ts';
import type { PrinterRuntimes } from '../runtime/printer-runtimes.ts';
import type { Selected, SelectionResolver } from '../selection/selection-resolver.ts';
import { orderStarted, printerHasJob, serialsRepeated } from './order-problems.ts';
import { countTaken, type OrderRecord } from './order-record.ts';
import { orderSelections, type OrderSelection } from './order-selections.ts';
import { askedBy, type Orders } from './orders.ts';

export interface OrderStartsDeps {
  orders: Orders;
  jobSelection: JobSelection;
  selectionResolver: SelectionResolver;
  runtimes: PrinterRuntimes;
  jobs: JobQueues;
  commits: GroupCommit<ControllerSchema>;
  disk: DiskGuard;
}

/** The origin of a start or cancellation. */
export interface OrderRequest {
  /** Empty when the client gave none, or when the controller starts the order. */
  operator?: string;
  idempotency?: IdempotentRequest | undefined;
  expiry?: CommandExpiry | undefined;
}

/** States in which an order can be started. */
const STARTABLE = new Set(['open', 'interrupted']);

/** Starts and cancels orders. The jobs of a start and the state of the order are stored in one transaction. */
export class OrderStarts {
  readonly #deps: OrderStartsDeps;

  constructor(deps: OrderStartsDeps) {
    this.#deps = deps;
  }

  /**
   * Checks that the order could be selected now, and returns the prints that it asks for. Changes nothing. Throws what a selection would
   * throw.
   */
  async check(id: string, order: NewOrder): Promise<number> {
    const { selectionResolver, runtimes } = this.#deps;
    const selections = orderSelections(order, { id, remaining: order.quantity ?? 0, isQueued: order.start === 'queue' });
    // An unknown printer is named before rows are read, also one that would get no share.
    for (const printer of order.printers) runtimes.get(printer);
    let copies = 0;
    for (const { printer, selection } of selections) {
      const selected = await selectionResolver.resolve(runtimes.get(printer), selection);
      refuseRepeatedSerials(selected);
      copies = selected.labels.reduce((sum, label) => sum + (label.copies ?? 0), 0);
    }
    return askedBy(order, copies);
  }

  /**
   * Starts an order, or what is left of an interrupted one. Throws `not-found`, `order-started`, `printer-has-job` unless the jobs of its
   * printers are to be replaced or it is queued, and what a selection throws.
   */
  async start(id: string, { isReplacing }: { isReplacing: boolean }, request: OrderRequest = {}): Promise<void> {
    const { orders, jobSelection, runtimes, commits } = this.#deps;
    const record = await orders.record(id);
    refuseStarted(record);
    const isQueued = record.order.start === 'queue' && record.state === 'open' && !isReplacing;
    const remaining =
      record.order.quantity === undefined ? 0 : record.row.asked - (await commits.run((trx) => countTaken(record.row.number, trx)));
    const selections = orderSelections(record.order, { id, remaining, isQueued });
    if (selections.length === 0) throw orderStarted(id, 'printed completely');
    const targets = selections.map(({ printer, selection }) => ({ runtime: runtimes.get(printer), selection }));
    const { operator = '', expiry } = request;
    await jobSelection.append(targets, {
      ...{ operator, expiry },
      check: (selected) => selected.forEach(refuseRepeatedSerials),
      before: (trx) => this.#beforeStart(record, { selections, mustBeFree: !isQueued && !isReplacing }, trx),
      after: async (added, trx) => {
        await orders.addJobs(record, { jobs: added.map((job: QueuedSelection) => job.id), operator }, trx);
        await request.idempotency?.store(undefined, trx);
      },
    });
  }

  /** Cancels an order, and takes its jobs out of their queues. Throws `not-found`, and `order-started` for one that is closed. */
  async cancel(id: string, reason: string, { idempotency }: OrderRequest = {}): Promise<void> {
    const { orders, commits, disk, runtimes, jobs } = this.#deps;
    const record = await orders.record(id);
    disk.throwIfUnwritable();
    const cancel = (): Promise<void> =>
      disk.run(() =>
        commits.run(async (trx) => {
          const current = await orders.record(id, trx);
          if (['done', 'cancelled', 'refused'].includes(current.state)) throw orderStarted(id, current.state);
          await removeJobs(current, trx);
          for (const printer of current.order.printers) jobs.publishQueueChange(printer, trx);
          await orders.close(current, { state: 'cancelled', reason }, trx);
          await idempotency?.store(undefined, trx);
        }),
      );
    // In the order of the names, like every operation on several printers.
    const affected = [...record.order.printers].sort().flatMap((printer) => runtimes.find(printer) ?? []);
    await affected.reduceRight<() => Promise<void>>(
      (inner, runtime) => () => runtime.operations.run(() => runtime.commitStep(runtime.aborts, 'change', inner)),
      cancel,
    )();
  }

  /** The order as it is read. Throws `not-found`. */
  get(id: string): Promise<OrderDetail> {
    return this.#deps.orders.get(id);
  }

  async #beforeStart(
    record: OrderRecord,
    { selections, mustBeFree }: { selections: readonly OrderSelection[]; mustBeFree: boolean },
    trx: ControllerTransaction,
  ): Promise<void> {
    const { orders, jobs } = this.#deps;
    // Someone else may have started or changed it since it was read.
    const current = await orders.record(record.row.id, trx);
    refuseStarted(current);
    if (current.row.document !== record.row.document || current.jobs.length !== record.jobs.length)
      throw orderStarted(record.row.id, current.state);
    if (!mustBeFree) return;
    for (const { printer } of selections) {
      if ((await jobs.queueLength(printer, trx)) > 0 || (await hasUnsettled(printer, trx))) throw printerHasJob(printer);
    }
  }
}

function refuseStarted({ row, state }: OrderRecord): void {
  if (!STARTABLE.has(state)) throw orderStarted(row.id, state);
}

/** A frozen job takes each counter value once per row: its copies would be equal. */
function refuseRepeatedSerials({ frozen, labels }: Selected): void {
  if (!frozen) return;
  const found = labels.find(({ document, rows, copies }) => document.needs.counters.length > 0 && (copies ?? Infinity) > rows);
  if (found) throw serialsRepeated(found.labelName);
}

/** Whether prints of a printer are being made: if one is void, its job returns to the queue. */
async function hasUnsettled(printer: string, trx: ControllerTransaction): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM prints INDEXED BY prints_not_printed
    WHERE state IN ('reserved', 'sent') AND state <> 'printed' AND printer = ${printer} AND purpose = 'production' LIMIT 1`.execute(trx);
  return rows.length > 0;
}

async function removeJobs({ jobs }: OrderRecord, trx: ControllerTransaction): Promise<void> {
  for (const { id, state } of jobs) {
    const ended = state === 'queued' ? 'deselected' : state;
    await trx.updateTable('jobs').set({ live: 0, state: ended }).where('id', '=', id).execute();
  }
}

/** Whether a failure is one of the printer and not of the order: another job holds it. */
export function isBusy(error: unknown): boolean {
  return error instanceof ProblemError && error.slug === 'printer-has-job';
}

import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import type { Log } from '#process/log.ts';
import type { TimerHandle, Timers } from '../platform/timers.ts';
import type { IdempotentRequest } from '../idempotency/idempotent-request.ts';
import { diskRefusal, type DiskGuard } from '../disk/disk-guard.ts';
import type { JobQueues } from '../queue/job-queues.ts';
import type { PrinterRuntime } from '../runtime/printer-runtime.ts';
import type { QueueEnd } from '../queue/pending-queue-ends.ts';
import { withinLimit } from '../platform/time-limit.ts';

/** How long a request waits for the end to be stored, in milliseconds. A station waits ten seconds for an answer. */
const WRITE_LIMIT = 3_000;
/** Milliseconds after which a failed write is repeated. */
const RETRY_DELAY = 1_000;

export interface QueueEndingDeps {
  db: ControllerDatabase;
  disk: DiskGuard;
  jobs: JobQueues;
  timers: Timers;
  log: Log;
}

/** Work that belongs to the end of a queue. */
export interface QueueEndOptions {
  /** Resolves before the end is written, with the idempotent request that is stored in the same transaction. Must not reject. */
  ready?: Promise<IdempotentRequest | undefined>;
  /** Runs after the end is written and before anything else of the printer; repeated together with it until both succeed. */
  write?: (() => Promise<void>) | undefined;
}

/** One end that is not stored yet. */
interface Entry {
  end: QueueEnd;
  idempotency: IdempotentRequest | undefined;
  write: QueueEndOptions['write'];
}

/**
 * Ends the queue of a printer: at once for every reader, and in the database as soon as it accepts writes. Until then nothing else is
 * selected on the printer, so that an end does not overtake a later selection.
 */
export class QueueEnding {
  readonly #deps: QueueEndingDeps;
  readonly #writing = new Set<Promise<void>>();
  readonly #pauses = new Map<TimerHandle, () => void>();
  #isStopped = false;

  constructor(deps: QueueEndingDeps) {
    this.#deps = deps;
  }

  /**
   * Stores the end of a queue (`PendingQueueEnds.add`). Resolves once it is stored, or as soon as it has to wait. Never rejects: a failed
   * write is repeated every second until the controller stops.
   */
  async write(runtime: PrinterRuntime, end: QueueEnd, { ready, write }: QueueEndOptions = {}): Promise<void> {
    const { disk, jobs, timers } = this.#deps;
    const { promise: failed, resolve: fail } = Promise.withResolvers<'waits'>();
    const written = runtime.commitSteps.run(async () =>
      this.#persist(runtime, { end, idempotency: await ready, write, onFailure: () => fail('waits') }),
    );
    this.#writing.add(written);
    void written.finally(() => this.#writing.delete(written));
    const idempotency = await ready;
    const outcome = Promise.race([written.then(() => 'written' as const), failed]);
    if ((await disk.orRejectWhenUnwritable(withinLimit(outcome, WRITE_LIMIT, timers)).catch(() => 'waits')) === 'written') return;
    runtime.isQueueEndPending = jobs.pendingEnds.isEnded(end.printer);
    idempotency?.storeLater();
    jobs.pendingEnds.publish(end);
  }

  /** Tries once more to write the pending ends, and drops the rest. Call after `DiskGuard.stop`. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const [pause, go] of this.#pauses) {
      this.#deps.timers.clearTimeout(pause);
      go();
    }
    await Promise.all(this.#writing);
  }

  /** Never rejects. */
  async #persist(runtime: PrinterRuntime, { onFailure, ...entry }: Entry & { onFailure: () => void }): Promise<void> {
    const { jobs, log } = this.#deps;
    for (let isWritten = false; !isWritten;) {
      const isLast = this.#isStopped;
      try {
        await this.#attempt(entry);
        isWritten = true;
      } catch (error) {
        log.error(`${runtime.printer.name}: the end of its queue could not be stored${isLast ? '' : ' yet'}`, error);
        onFailure();
        if (isLast) return;
        await this.#pause();
      }
    }
    jobs.pendingEnds.remove(entry.end);
    runtime.isQueueEndPending = false;
  }

  async #attempt({ end, idempotency, write }: Entry): Promise<void> {
    const { disk, db, jobs, log } = this.#deps;
    const endWith = (request: IdempotentRequest | undefined) =>
      inTransaction(db, async (trx) => {
        await jobs.end(end.printer, end.state, trx);
        await request?.store(undefined, trx);
      });
    await disk.runWhenWritable(async () => {
      try {
        await endWith(idempotency);
      } catch (error) {
        if (!idempotency || diskRefusal(error)) throw error;
        log.error(`${end.printer}: the end of its queue is stored without its idempotency key`, error);
        await endWith(undefined);
      }
    });
    jobs.pendingEnds.remove(end);
    await write?.();
  }

  async #pause(): Promise<void> {
    if (this.#isStopped) return;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const timer = this.#deps.timers.setTimeout(() => resolve(undefined), RETRY_DELAY);
    this.#pauses.set(timer, () => resolve(undefined));
    await promise;
    this.#pauses.delete(timer);
  }
}

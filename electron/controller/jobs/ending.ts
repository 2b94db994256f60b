import type { ControllerDatabase } from '#storage/controller-schema.ts';
import { inTransaction } from '#storage/in-transaction.ts';
import type { Log } from '../engines/log.ts';
import type { TimerHandle, Timers } from '../engines/timers.ts';
import type { Claim } from '../idempotency/claim.ts';
import { diskRefusal, type UnwritableDisk } from '../unwritable-disk.ts';
import type { Jobs } from './jobs.ts';
import type { Line } from './line.ts';
import type { QueueEnd } from './queue-ends.ts';
import { withinLimit } from './time-limit.ts';

/** How long an answer waits at most for the end to be written down, in milliseconds. A station waits for ten seconds. */
const WRITE_LIMIT = 3_000;
/** How long after a failed write it is tried again, in milliseconds. */
const TRY_AGAIN = 1_000;

export interface EndingDeps {
  db: ControllerDatabase;
  disk: UnwritableDisk;
  jobs: Jobs;
  timers: Timers;
  log: Log;
}

/** What goes with the end of a queue. */
export interface EndOptions {
  /** What comes before the end is written; gives the claim that is kept in the same transaction. Must not reject. */
  ready?: Promise<Claim | undefined>;
  /** Written down behind the end, before anything else of the printer; repeated with it until both are. */
  write?: (() => Promise<void>) | undefined;
}

/** One end that is to be written down. */
interface Entry {
  end: QueueEnd;
  claim: Claim | undefined;
  write: EndOptions['write'];
}

/**
 * Ends the queue of a printer: at once for everybody who reads it, and in the database as soon as that takes it. Until it is written down
 * nothing else is selected on the printer, so that no order is overtaken by an end that came before it.
 */
export class Ending {
  readonly #deps: EndingDeps;
  readonly #writing = new Set<Promise<void>>();
  readonly #pauses = new Map<TimerHandle, () => void>();
  #isStopped = false;

  constructor(deps: EndingDeps) {
    this.#deps = deps;
  }

  /**
   * Writes down the end of a queue that has begun (`QueueEnds.begin`). Resolves once it is written, or as soon as it is known to wait. Never
   * rejects: what fails is tried again each second, until the controller stops.
   */
  async write(line: Line, end: QueueEnd, { ready, write }: EndOptions = {}): Promise<void> {
    const { disk, jobs, timers } = this.#deps;
    const { promise: failed, resolve: fail } = Promise.withResolvers<'waits'>();
    const written = line.steps.run(async () => this.#persist(line, { end, claim: await ready, write, onFailure: () => fail('waits') }));
    this.#writing.add(written);
    void written.finally(() => this.#writing.delete(written));
    const claim = await ready;
    const outcome = Promise.race([written.then(() => 'written' as const), failed]);
    if ((await disk.unlessUnwritable(withinLimit(outcome, WRITE_LIMIT, timers)).catch(() => 'waits')) === 'written') return;
    line.isEndUnwritten = jobs.ends.isEnded(end.printer);
    claim?.keepLater();
    jobs.ends.publish(end);
  }

  /** Tries once more to write what waits, and gives up the rest. Comes after the disk was stopped. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const [pause, go] of this.#pauses) {
      this.#deps.timers.clearTimeout(pause);
      go();
    }
    await Promise.all(this.#writing);
  }

  /** Never rejects. */
  async #persist(line: Line, { onFailure, ...entry }: Entry & { onFailure: () => void }): Promise<void> {
    const { jobs, log } = this.#deps;
    for (let isWritten = false; !isWritten;) {
      const isLast = this.#isStopped;
      try {
        await this.#attempt(entry);
        isWritten = true;
      } catch (error) {
        log.error(`${line.printer.name}: that its queue ended could not be written down${isLast ? '' : ' yet'}`, error);
        onFailure();
        if (isLast) return;
        await this.#pause();
      }
    }
    jobs.ends.close(entry.end);
    line.isEndUnwritten = false;
  }

  async #attempt({ end, claim, write }: Entry): Promise<void> {
    const { disk, db, jobs, log } = this.#deps;
    const endWith = (kept: Claim | undefined) =>
      inTransaction(db, async (trx) => {
        await jobs.end(end.printer, end.state, trx);
        await kept?.keep(undefined, trx);
      });
    await disk.keep(async () => {
      try {
        await endWith(claim);
      } catch (error) {
        if (!claim || diskRefusal(error)) throw error;
        log.error(`${end.printer}: that its queue ended is written down without its idempotency key`, error);
        await endWith(undefined);
      }
    });
    jobs.ends.close(end);
    await write?.();
  }

  async #pause(): Promise<void> {
    if (this.#isStopped) return;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const timer = this.#deps.timers.setTimeout(() => resolve(undefined), TRY_AGAIN);
    this.#pauses.set(timer, () => resolve(undefined));
    await promise;
    this.#pauses.delete(timer);
  }
}

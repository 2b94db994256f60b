import { ARCHIVE_HEADER, MAX_BATCH } from '#contract/plant/archived-print.ts';
import type { Log } from '#process/log.ts';
import { diskRefusal } from '../disk/disk-guard.ts';
import { retryDelay } from '../outgoing-http/retry-delay.ts';
import type { Timers } from '../platform/timers.ts';
import { WakeUp } from '../platform/wake-up.ts';
import type { ArchiveBatch, ArchiveQueue } from './archive-queue.ts';
import { PlantFailure, type PlantClient } from './plant-client.ts';

const FIRST_LIMIT = 500;
/** Milliseconds for which new prints wait, so that most of them are sent once, in their final state. */
const GATHERING = 1_000;
/** Milliseconds without news after which the queue is looked at again. */
const LONGEST_WAIT = 60_000;
/** Milliseconds until the next attempt while the disk accepts no writes. */
const DISK_PAUSE = 10_000;
/** So many refused prints in a row say that the plant is at fault and not the prints: further ones wait longer and longer. */
const MAX_REFUSED_IN_A_ROW = 20;

export interface ArchiveSenderDeps {
  queue: ArchiveQueue;
  client: PlantClient;
  /** Called after every success, and after every failure with its reason as a sentence. */
  onSuccess: () => void;
  onFailure: (reason: string) => void;
  /** Milliseconds of a clock that is never set. */
  monotonicNow: () => number;
  /** From 0 to 1. */
  random: () => number;
  timers: Timers;
  log: Log;
}

/** Sends the prints of the ledger to the archive of the plant, in their order, each batch until the plant has acknowledged it. */
export class ArchiveSender {
  readonly #deps: ArchiveSenderDeps;
  readonly #stop = new AbortController();
  readonly #wakeUp: WakeUp;
  readonly #pause: WakeUp;
  #loop: Promise<void> | undefined;
  /** The most prints of the next batch. */
  #limit = FIRST_LIMIT;
  #attempts = 0;
  #refusedInARow = 0;
  /** When the next attempt is due after a failure. */
  #retryAt: number | undefined;
  /** Whether the plant has asked for the pause. */
  #isPauseAskedFor = false;
  readonly #refusedDocuments = new Set<string>();

  constructor(deps: ArchiveSenderDeps) {
    this.#deps = deps;
    this.#wakeUp = new WakeUp(deps.timers);
    this.#pause = new WakeUp(deps.timers);
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  /** There are more prints, or changed ones. After a failure they wait for the next attempt. */
  wake(): void {
    if (this.#retryAt === undefined) this.#wakeUp.now();
  }

  /** The plant can be reached: the next attempt is made at once, unless the plant has asked for a pause. */
  retryNow(): void {
    if (this.#retryAt === undefined || this.#isPauseAskedFor) return;
    this.#retryAt = undefined;
    this.#wakeUp.now();
  }

  /** Ends a request in progress: its prints are sent again later. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wakeUp.now();
    this.#pause.now();
    await this.#loop;
  }

  get #isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    const { monotonicNow } = this.#deps;
    while (!this.#isStopped) {
      const isDue = this.#retryAt === undefined || this.#retryAt <= monotonicNow();
      if (isDue && (await this.#trySend())) continue;
      if (this.#isStopped) return;
      const isRetry = this.#retryAt !== undefined;
      await this.#wakeUp.wait(this.#retryAt === undefined ? LONGEST_WAIT : Math.max(0, this.#retryAt - monotonicNow()));
      if (!isRetry && !this.#isStopped) await this.#pause.wait(GATHERING);
    }
  }

  /** Returns whether more may wait: false when all is sent, and after a failure. */
  async #trySend(): Promise<boolean> {
    this.#retryAt = undefined;
    try {
      return await this.#sendBatch();
    } catch (error) {
      if (!this.#isStopped) this.#failed(error);
      return false;
    }
  }

  async #sendBatch(): Promise<boolean> {
    const { queue, client } = this.#deps;
    const batch = await queue.beginBatch(this.#limit);
    if (!batch) return false;
    const lines = await queue.lines(batch, MAX_BATCH.bytes - ARCHIVE_HEADER.length - 1);
    if (!lines) return this.#halve(batch);
    try {
      // Prints can have been removed after their retention time.
      if (lines.length > 0) {
        const { missingDocuments } = await client.postPrints(`${ARCHIVE_HEADER}\n${lines.join('')}`, this.#stop.signal);
        for (const hash of missingDocuments) await this.#sendDocument(hash);
      }
    } catch (error) {
      if (error instanceof PlantFailure && error.isTimeout) this.#halve(batch);
      if (!(error instanceof PlantFailure) || !error.isContentRefused) throw error;
      return batch.prints.length > 1 ? this.#halve(batch) : this.#refused(batch, error);
    }
    await queue.acknowledge(batch);
    return this.#succeeded(batch);
  }

  /** Returns whether more prints may wait. */
  #succeeded({ prints }: ArchiveBatch): boolean {
    const isFull = prints.length >= this.#limit;
    this.#attempts = 0;
    this.#refusedInARow = 0;
    if (isFull) this.#limit = Math.min(MAX_BATCH.prints, this.#limit * 2);
    this.#deps.onSuccess();
    return isFull;
  }

  #halve({ prints }: ArchiveBatch): true {
    this.#limit = Math.max(1, Math.floor(Math.min(this.#limit, prints.length) / 2));
    return true;
  }

  async #refused(batch: ArchiveBatch, failure: PlantFailure): Promise<boolean> {
    const { queue, log } = this.#deps;
    log.error(`the plant refuses the print ${batch.prints.join(', ')}: ${failure.message}`);
    await queue.refuse(batch, failure.message);
    this.#refusedInARow += 1;
    if (this.#refusedInARow >= MAX_REFUSED_IN_A_ROW) throw failure;
    return true;
  }

  /** A document that the plant refuses, or that is not stored, does not stop the prints: their picture cannot be drawn there. */
  async #sendDocument(hash: string): Promise<void> {
    const { queue, client, log } = this.#deps;
    if (this.#refusedDocuments.has(hash)) return;
    const document = await queue.document(hash);
    try {
      if (document !== undefined) return await client.putDocument(hash, document, this.#stop.signal);
      log.error(`the plant asks for the label document ${hash}, which is not stored`);
    } catch (error) {
      if (!(error instanceof PlantFailure) || !error.isContentRefused) throw error;
      log.error(`the plant refuses the label document ${hash}: ${error.message}`);
    }
    this.#refusedDocuments.add(hash);
  }

  #failed(error: unknown): void {
    const { log, monotonicNow, random, onFailure } = this.#deps;
    this.#attempts += 1;
    if (error instanceof PlantFailure) {
      if (this.#attempts === 1) log.warn(`prints could not be sent to the plant; they are sent again later: ${error.message}`);
      this.#isPauseAskedFor = error.retryAfter !== undefined || error.isContentRefused;
      this.#retryAt = monotonicNow() + retryDelay(this.#attempts, { random: random(), retryAfter: error.retryAfter });
      return onFailure(error.message);
    }
    const refusal = diskRefusal(error);
    if (!refusal) log.error('prints could not be prepared for the plant; it is tried again', error);
    this.#isPauseAskedFor = true;
    this.#retryAt = monotonicNow() + (refusal ? DISK_PAUSE : LONGEST_WAIT);
    onFailure(refusal ? 'The disk of the controller accepts no writes.' : 'Prints could not be read. See the log of the controller.');
  }
}

import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import type { Events } from '../events/events.ts';
import type { Log } from '#process/log.ts';
import type { TimerHandle, Timers } from '../platform/timers.ts';
import { isLasting } from './order-problems.ts';
import type { OrderRecord } from './order-record.ts';
import { isBusy, type OrderStarts } from './order-starts.ts';
import type { Orders } from './orders.ts';

/** Milliseconds from an event to the next look at the orders: many events make one look. */
const EVENT_PAUSE = 50;
/** Milliseconds without an event after which the orders are looked at again. */
const LONGEST_PAUSE = 1_000;
/** Milliseconds after which an order that could not start is tried again. */
const RETRY_PAUSE = 5_000;
/** Orders that one look starts as queued jobs, so that orders that end meanwhile are closed. */
const BATCH = 50;

export interface OrderFollowerOptions {
  db: ControllerDatabase;
  orders: Orders;
  starts: OrderStarts;
  events: Pick<Events, 'subscribe'>;
  timers: Timers;
  /** Milliseconds of a clock that is never set. */
  monotonicNow: () => number;
  /** Whether nothing may be started. */
  isSafeMode: boolean;
  log: Log;
}

/** Starts orders that start by themselves, and closes those whose prints are made. Looks after every event and at least once a second. */
export class OrderFollower {
  readonly #options: OrderFollowerOptions;
  /** When an order that could not start is tried again. */
  readonly #retries = new Map<string, number>();
  #timer: TimerHandle | undefined;
  #running: Promise<void> = Promise.resolve();
  #isRunning = false;
  #isSoon = false;
  #isStopped = true;
  #unsubscribe: (() => void) | undefined;

  constructor(options: OrderFollowerOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#options.isSafeMode) return;
    this.#isStopped = false;
    this.#unsubscribe = this.#options.events.subscribe(() => this.#lookSoon());
    this.#lookSoon();
  }

  /** Resolves when the look in progress has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unsubscribe?.();
    this.#clear();
    await this.#running;
  }

  #lookSoon(): void {
    if (this.#isSoon || this.#isStopped) return;
    this.#isSoon = true;
    if (!this.#isRunning) this.#schedule(EVENT_PAUSE);
  }

  #schedule(pause: number): void {
    this.#clear();
    this.#timer = this.#options.timers.setTimeout(() => {
      this.#running = this.#look();
    }, pause);
  }

  /** Never rejects. */
  async #look(): Promise<void> {
    this.#isSoon = false;
    this.#isRunning = true;
    try {
      await this.#closeDone();
      await this.#startAll(await this.#options.orders.toQueue(BATCH));
      await this.#startAll(await this.#options.orders.nextAutomatic());
    } catch (error) {
      this.#options.log.error('the orders could not be started or closed', error);
    }
    this.#isRunning = false;
    if (!this.#isStopped) this.#schedule(this.#isSoon ? EVENT_PAUSE : LONGEST_PAUSE);
  }

  async #closeDone(): Promise<void> {
    const { db, orders } = this.#options;
    for (const { row, state } of await orders.withoutQueuedJobs()) {
      if (state !== 'done') continue;
      await inTransaction(db, async (trx) => {
        const current = await orders.record(row.id, trx);
        if (current.row.state === 'started' && current.state === 'done') await orders.close(current, { state: 'done' }, trx);
      });
    }
  }

  async #startAll(records: readonly OrderRecord[]): Promise<void> {
    for (const record of records) if (!this.#isStopped) await this.#start(record);
  }

  async #start(record: OrderRecord): Promise<void> {
    const { starts, orders, monotonicNow } = this.#options;
    const { id } = record.row;
    if (monotonicNow() < (this.#retries.get(id) ?? -Infinity)) return;
    try {
      await starts.start(id, { isReplacing: false });
      this.#forget(id);
    } catch (error) {
      if (isBusy(error)) return this.#forget(id);
      if (!(error instanceof ProblemError)) throw error;
      if (isLasting(error)) return this.#refuse(record, error);
      orders.waiting.set(id, error.message);
      this.#retries.set(id, monotonicNow() + RETRY_PAUSE);
    }
  }

  async #refuse({ row }: OrderRecord, { message }: ProblemError): Promise<void> {
    const { db, orders, log } = this.#options;
    this.#forget(row.id);
    log.warn(`the order "${row.id}" is refused: ${message}`);
    await inTransaction(db, async (trx) => {
      const current = await orders.record(row.id, trx);
      if (current.row.state === 'open') await orders.close(current, { state: 'refused', reason: message }, trx);
    });
  }

  #forget(id: string): void {
    this.#retries.delete(id);
    this.#options.orders.waiting.delete(id);
  }

  #clear(): void {
    if (this.#timer !== undefined) this.#options.timers.clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

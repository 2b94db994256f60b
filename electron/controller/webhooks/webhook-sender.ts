import { RECORDED_KINDS, type RecordedEvent, type RecordedKind } from '#contract/api-v3/recorded-event.ts';
import type { Webhook, WebhookState } from '#contract/api-v3/webhook.ts';
import type { ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { Log } from '#process/log.ts';
import type { Timers } from '../platform/timers.ts';
import { WakeUp } from '../platform/wake-up.ts';
import { retryDelay } from '../outgoing-http/retry-delay.ts';
import { postMessage, type Attempt } from './post-message.ts';
import { signedHeaders, type WebhookMessage } from './sign-message.ts';
import type { WebhookRow, WebhookStore } from './webhook-store.ts';

const DAY = 86_400_000;
/** Milliseconds after which an event that cannot be delivered is given up. */
const LONGEST_TRIAL = 3 * DAY;
/** Milliseconds for one attempt. */
const ATTEMPT_LIMIT = 15_000;
/** Milliseconds without news after which the events are read again. */
const LONGEST_WAIT = 60_000;
const BATCH = 50;

export interface WebhookSenderDeps {
  store: WebhookStore;
  /** The next events of some kinds, and the number of the last event of all. What it returns is durable. */
  events: {
    next(query: { after: number; kinds: readonly RecordedKind[]; limit: number }): Promise<RecordedEvent[]>;
    last(db?: ControllerTransaction): Promise<number>;
  };
  message: (event: RecordedEvent, webhook: Webhook) => Promise<WebhookMessage>;
  write: (work: (trx: ControllerTransaction) => Promise<void>) => Promise<void>;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Milliseconds of a clock that is never set. */
  monotonicNow: () => number;
  /** From 0 to 1. */
  random: () => number;
  timers: Timers;
  /** Milliseconds for one attempt; 15 seconds by default. */
  attemptLimit?: number | undefined;
  log: Log;
}

/** Sends the events of one webhook in their order, each until it is delivered or given up. */
export class WebhookSender {
  readonly #deps: WebhookSenderDeps;
  readonly #webhook: Webhook;
  readonly #row: WebhookRow;
  readonly #stop = new AbortController();
  readonly #wakeUp: WakeUp;
  #loop: Promise<void> | undefined;
  /** When the next attempt is due after a failure, by the clock that is never set. */
  #retryAt: number | undefined;
  #phase: WebhookState['phase'] = 'idle';

  /** The row is its own: how far it is, is stored after every change. */
  constructor(deps: WebhookSenderDeps, { webhook, row }: { webhook: Webhook; row: WebhookRow }) {
    this.#deps = deps;
    this.#webhook = webhook;
    this.#row = { ...row };
    this.#wakeUp = new WakeUp(deps.timers);
  }

  get phase(): WebhookState['phase'] {
    return this.#phase;
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  /** There are more events. */
  wake(): void {
    this.#wakeUp.now();
  }

  /** Ends an attempt in progress: its message is sent again later. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wakeUp.now();
    await this.#loop;
  }

  get #isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    const { monotonicNow } = this.#deps;
    while (!this.#isStopped && this.#row.ended === null) {
      const isDue = this.#retryAt === undefined || this.#retryAt <= monotonicNow();
      if (isDue && (await this.#trySendBatch())) continue;
      this.#phase = this.#retryAt === undefined ? 'idle' : 'backing-off';
      const pause = this.#retryAt === undefined ? LONGEST_WAIT : Math.max(0, this.#retryAt - monotonicNow());
      if (!this.#isStopped) await this.#wakeUp.wait(pause);
    }
    if (this.#row.ended !== null) this.#phase = 'ended';
  }

  async #trySendBatch(): Promise<boolean> {
    const { log, monotonicNow } = this.#deps;
    this.#retryAt = undefined;
    try {
      return await this.#sendBatch();
    } catch (error) {
      log.error(`the webhook "${this.#row.name}" could not go on; it is tried again`, error);
      this.#retryAt = monotonicNow() + LONGEST_WAIT;
      return false;
    }
  }

  /** Returns whether more may wait: false when all is sent, and after a failure. */
  async #sendBatch(): Promise<boolean> {
    const { events } = this.#deps;
    const kinds = this.#webhook.kinds.length === 0 ? RECORDED_KINDS : this.#webhook.kinds;
    const last = await events.last();
    if (last <= this.#row.through) return false;
    const found = await events.next({ after: this.#row.through, kinds, limit: BATCH });
    for (const event of found) {
      if (this.#isStopped || !(await this.#handle(event))) return false;
    }
    if (found.length === BATCH) return true;
    if (last > this.#row.through) this.#row.through = last;
    return false;
  }

  /** Returns whether the next event may follow. */
  async #handle(event: RecordedEvent): Promise<boolean> {
    const { printers } = this.#webhook;
    const { number: through } = event;
    if (printers.length > 0 && event.printer !== undefined && !printers.includes(event.printer)) {
      this.#row.through = through;
      return true;
    }
    if (this.#isTooOld(event)) {
      await this.#save({ through, given_up: this.#row.given_up + 1 });
      return true;
    }
    this.#phase = 'sending';
    const attempt = await this.#attempt(event);
    if (attempt.isDelivered) {
      const { now } = this.#deps;
      const none = { attempts: 0, first_attempt: null, next_attempt: null };
      await this.#save({ ...none, through, delivered: this.#row.delivered + 1, last_delivery: now() });
      return true;
    }
    if (!this.#isStopped) await this.#failed(attempt);
    return false;
  }

  async #attempt(event: RecordedEvent): Promise<Attempt> {
    const { store, message, now, attemptLimit = ATTEMPT_LIMIT } = this.#deps;
    const made = await message(event, this.#webhook);
    const headers = signedHeaders(made, store.secretsOf(this.#row), now());
    const limit = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(attemptLimit)]);
    return postMessage({ webhook: this.#webhook, headers, body: made.body }, limit);
  }

  async #failed({ reason = '', isGone, retryAfter }: Attempt): Promise<void> {
    const { now, monotonicNow, random, log } = this.#deps;
    const attempts = this.#row.attempts + 1;
    const delay = retryDelay(attempts, { random: random(), retryAfter });
    this.#retryAt = monotonicNow() + delay;
    if (attempts === 1 || isGone) log.warn(`webhook "${this.#row.name}": ${reason}`);
    const failure = { attempts, first_attempt: this.#row.first_attempt ?? now(), last_failure: now(), last_error: reason };
    await this.#save({ ...failure, next_attempt: isGone ? null : now() + delay, ended: isGone ? reason : null });
  }

  /** An event is given up when it is older than three days, and the receiver has failed for as long. */
  #isTooOld({ at }: RecordedEvent): boolean {
    const before = this.#deps.now() - LONGEST_TRIAL;
    const { attempts, first_attempt: first } = this.#row;
    return attempts > 0 && first !== null && first < before && Date.parse(at) < before;
  }

  /** What cannot be stored now is stored with the next change: a message may be sent again after a restart. */
  async #save(values: Partial<Omit<WebhookRow, 'name'>>): Promise<void> {
    const { store, write, log } = this.#deps;
    Object.assign(this.#row, values);
    const { name, through } = this.#row;
    try {
      await write((trx) => store.update(name, { ...values, through }, trx));
    } catch (error) {
      log.error(`the progress of the webhook "${name}" could not be stored`, error);
    }
  }
}

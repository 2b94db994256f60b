import type { RecordedEvent } from '#contract/api-v3/recorded-event.ts';
import type { Webhook, WebhookList, WebhookState, WebhookTest } from '#contract/api-v3/webhook.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import type { WriteCondition } from '#storage/database/write-condition.ts';
import { TaskQueue } from '../platform/task-queue.ts';
import { postMessage } from './post-message.ts';
import { signedHeaders } from './sign-message.ts';
import { WebhookSender, type WebhookSenderDeps } from './webhook-sender.ts';
import { configurationOf, type WebhookRow, type WebhookStore } from './webhook-store.ts';

/** Milliseconds for a test message: a person waits for it. */
const TEST_LIMIT = 10_000;

export interface WebhooksDeps extends WebhookSenderDeps {
  db: ControllerDatabase;
  store: WebhookStore;
  /** The number of the last event, and how many are stored after a number. */
  events: WebhookSenderDeps['events'] & { countAfter(number: number): Promise<number> };
  /** Calls `listener` when there are more events. Returns the function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
  printers: () => string[];
  newId: () => string;
  isSafeMode: boolean;
}

/** The webhooks: their configuration, their state, and what sends their events. */
export class Webhooks {
  readonly #deps: WebhooksDeps;
  readonly #senders = new Map<string, WebhookSender>();
  readonly #changes = new TaskQueue();
  #unsubscribe: (() => void) | undefined;

  constructor(deps: WebhooksDeps) {
    this.#deps = deps;
  }

  /** Sends what waits. Webhooks that cannot be used are logged. In safe mode nothing is sent. */
  async start(): Promise<void> {
    const { store, isSafeMode, subscribe } = this.#deps;
    if (isSafeMode) return;
    this.#unsubscribe = subscribe(() => {
      for (const sender of this.#senders.values()) sender.wake();
    });
    await this.#changes.run(async () => {
      for (const row of await store.rows()) this.#run(row);
    });
  }

  async stop(): Promise<void> {
    this.#unsubscribe?.();
    await this.#changes.run(async () => {
      await Promise.all([...this.#senders.values()].map((sender) => sender.stop()));
      this.#senders.clear();
    });
  }

  /** All webhooks with their states, by name. Throws `content-unusable`. */
  async list(): Promise<WebhookList> {
    const rows = await this.#deps.store.rows();
    return Promise.all(rows.map(async (row) => ({ name: row.name, webhook: configurationOf(row), state: await this.#stateOf(row) })));
  }

  /** Without the secret. Throws `not-found` and `content-unusable`. */
  async get(name: string, db: ControllerDatabase | ControllerTransaction = this.#deps.db): Promise<Webhook> {
    return configurationOf(await this.#deps.store.row(name, db));
  }

  /** Adds or replaces a webhook. A new one gets the events from then on. Throws `invalid-input` naming the field at fault. */
  async put(name: string, webhook: Webhook, condition?: WriteCondition): Promise<'created' | 'replaced'> {
    this.#refuseUnknownPrinters(webhook);
    return this.#change(name, condition, async (trx) => {
      const last = await this.#deps.events.last(trx);
      return this.#deps.store.put(name, webhook, { last, trx });
    });
  }

  /** Throws `not-found`. */
  async remove(name: string, condition?: WriteCondition): Promise<void> {
    await this.#change(name, condition, (trx) => this.#deps.store.remove(name, trx));
  }

  /** Sends the events after a number again, as far as they are stored; 410 is forgotten. Throws `not-found`, and `invalid-input` for a future number. */
  async replay(name: string, after: number): Promise<void> {
    const { store, events } = this.#deps;
    await this.#change(name, undefined, async (trx) => {
      await store.row(name, trx);
      const last = await events.last(trx);
      if (after > last) throw invalid('/after', `must be at most ${last}, the number of the last event`);
      await store.update(name, { through: after, attempts: 0, first_attempt: null, next_attempt: null, ended: null }, trx);
    });
  }

  /** Sends a test message once, whether the webhook is enabled or not. Throws `not-found` and `content-unusable`. */
  async test(name: string): Promise<WebhookTest> {
    const { store, newId, now } = this.#deps;
    const row = await store.row(name);
    const body = JSON.stringify({ type: 'webhook.test', timestamp: new Date(now()).toISOString(), data: { webhook: name } });
    const message = { id: newId(), body };
    const headers = signedHeaders(message, store.secretsOf(row), now());
    const { isDelivered, status, reason } = await postMessage(
      { webhook: configurationOf(row), headers, body },
      AbortSignal.timeout(TEST_LIMIT),
    );
    return { isDelivered, ...(status !== undefined && { status }), ...(reason !== undefined && { reason }) };
  }

  /** A printer has another name; without one it was removed, and is named no longer. A webhook that named no other is switched off. */
  async printerChanged(printer: string, to: string | undefined): Promise<void> {
    for (const { name, config } of await this.#deps.store.rows()) {
      const webhook = configurationOf({ name, config });
      if (!webhook.printers.includes(printer)) continue;
      const printers = webhook.printers.flatMap((one) => (one !== printer ? [one] : to === undefined ? [] : [to]));
      const isEnabled = webhook.isEnabled && printers.length > 0;
      const { secret: _, secretSet: __, ...rest } = webhook;
      const changed = JSON.stringify({ ...rest, printers, isEnabled });
      await this.#change(name, undefined, (trx) => this.#deps.store.update(name, { config: changed }, trx));
    }
  }

  /** Stops its sender, makes the change, and starts it as it is stored then. */
  #change<Result>(
    name: string,
    condition: WriteCondition | undefined,
    make: (trx: ControllerTransaction) => Promise<Result>,
  ): Promise<Result> {
    return this.#changes.run(async () => {
      const { db, store } = this.#deps;
      await this.#senders.get(name)?.stop();
      this.#senders.delete(name);
      try {
        return await inTransaction(db, async (trx) => {
          await condition?.(trx);
          return make(trx);
        });
      } finally {
        const row = (await store.rows()).find((one) => one.name === name);
        if (row && this.#unsubscribe) this.#run(row);
      }
    });
  }

  #run(row: WebhookRow): void {
    try {
      const webhook = configurationOf(row);
      if (!webhook.isEnabled) return;
      const sender = new WebhookSender(this.#deps, { webhook, row });
      this.#senders.set(row.name, sender);
      sender.start();
    } catch (error) {
      this.#deps.log.error(`the webhook "${row.name}" cannot be used`, error);
    }
  }

  async #stateOf(row: WebhookRow): Promise<WebhookState> {
    const { events } = this.#deps;
    const sender = this.#senders.get(row.name);
    return {
      phase: row.ended === null ? (sender?.phase ?? 'off') : 'ended',
      through: row.through,
      waiting: await events.countAfter(row.through),
      ...{ delivered: row.delivered, givenUp: row.given_up, attempts: row.attempts },
      ...timesOf({ nextAttempt: row.next_attempt, lastDelivery: row.last_delivery, lastFailure: row.last_failure }),
      ...(row.last_error !== null && { lastError: row.last_error }),
    };
  }

  #refuseUnknownPrinters({ printers }: Webhook): void {
    const known = new Set(this.#deps.printers());
    const at = printers.findIndex((printer) => !known.has(printer));
    if (at !== -1) throw invalid(`/printers/${at}`, `there is no printer "${printers[at]}"`);
  }
}

/** The message of an event: the same at every attempt. */
export function messageOf(event: RecordedEvent, { controller, records }: { controller: string; records?: unknown[] | undefined }) {
  const { number, at, kind, printer, data } = event;
  const body = {
    type: kind,
    timestamp: at,
    ...{ controller, number, ...(printer !== undefined && { printer }) },
    data: { ...data, ...(records && { prints: records }) },
  };
  // After a backup was restored a number may be used again, at another time.
  return { id: `${controller}-${number}-${Date.parse(at).toString(36)}`, body: JSON.stringify(body) };
}

function timesOf<Name extends string>(times: Record<Name, number | null>): Partial<Record<Name, string>> {
  const known = Object.entries<number | null>(times).flatMap(([name, at]) => (at === null ? [] : [[name, new Date(at).toISOString()]]));
  return Object.fromEntries(known) as Partial<Record<Name, string>>;
}

function invalid(pointer: string, detail: string): ProblemError {
  return new ProblemError('invalid-input', { detail: `${pointer}: ${detail}`, errors: [{ pointer, detail }] });
}

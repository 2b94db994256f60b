import type { EmailRule, EmailSettings, EmailState, EmailTest, EmailTestRequest } from '#contract/api-v3/email.ts';
import { RECORDED_KINDS, type RecordedEvent, type RecordedKind } from '#contract/api-v3/recorded-event.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import type { WriteCondition } from '#storage/database/write-condition.ts';
import type { Log } from '#process/log.ts';
import { TaskQueue } from '../platform/task-queue.ts';
import type { Timers } from '../platform/timers.ts';
import { WakeUp } from '../platform/wake-up.ts';
import type { EmailEntry, EmailQueue, QueueContext } from './email-queue.ts';
import { withoutPassword, withPassword, type EmailSettingsStore } from './email-settings.ts';
import { emailText, testText } from './email-text.ts';
import { sendEmail } from './smtp.ts';

const BATCH = 100;
/** Milliseconds without news after which the queue is looked at again. */
const LONGEST_WAIT = 60_000;
/** Milliseconds until a failed e-mail is tried again: the first pause, and the longest one. */
const FIRST_RETRY = 10_000;
const LONGEST_RETRY = 15 * 60_000;

export interface EmailsDeps {
  db: ControllerDatabase;
  store: EmailSettingsStore;
  queue: EmailQueue;
  events: {
    next(query: { after: number; kinds: readonly RecordedKind[]; limit: number }): Promise<RecordedEvent[]>;
    last(db?: ControllerTransaction): Promise<number>;
  };
  /** Calls `listener` when there are more events. Returns the function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
  lineOf: (printer: string) => string | undefined;
  timeZone: () => Promise<string>;
  controllerId: () => Promise<string>;
  write: (work: (trx: ControllerTransaction) => Promise<void>) => Promise<void>;
  /** Milliseconds since the epoch. */
  now: () => number;
  monotonicNow: () => number;
  timers: Timers;
  isSafeMode: boolean;
  log: Log;
}

/** E-mails about events: which are sent follows from the rules, and when from their times. */
export class Emails {
  readonly #deps: EmailsDeps;
  readonly #changes = new TaskQueue();
  readonly #wakeUp: WakeUp;
  #settings: EmailSettings | undefined;
  #loop: Promise<void> | undefined;
  #unsubscribe: (() => void) | undefined;
  readonly #stop = new AbortController();
  #failures = 0;
  #retryAt: number | undefined;
  #lastSent: number | undefined;
  #lastFailure: { at: number; reason: string } | undefined;

  constructor(deps: EmailsDeps) {
    this.#deps = deps;
    this.#wakeUp = new WakeUp(deps.timers);
  }

  /** Sends from now on what is due. Settings that cannot be used are logged. In safe mode nothing is sent. */
  async start(): Promise<void> {
    const { isSafeMode, subscribe, store, log } = this.#deps;
    if (isSafeMode) return;
    try {
      this.#settings = await store.read();
    } catch (error) {
      log.error('e-mails cannot be sent', error);
    }
    this.#unsubscribe = subscribe(() => this.#wakeUp.now());
    this.#loop = this.#run();
  }

  /** An e-mail in progress is sent again after the next start. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#unsubscribe?.();
    this.#wakeUp.now();
    await this.#loop;
  }

  /** Without the password. Throws `content-unusable`. */
  async settings(db?: ControllerDatabase | ControllerTransaction): Promise<EmailSettings> {
    return withoutPassword(await this.#deps.store.read(db));
  }

  /** Stores the settings. Switched on, the rules see the events from then on. Throws `invalid-input`, and what the condition throws. */
  async put(written: EmailSettings, condition?: WriteCondition): Promise<void> {
    await this.#changes.run(async () => {
      const { db, store, queue, events } = this.#deps;
      this.#settings = await inTransaction(db, async (trx) => {
        await condition?.(trx);
        const stored = await store.read(trx);
        const merged = withPassword(written, stored);
        await store.store(merged, trx);
        if (!merged.isEnabled) await queue.clear(trx);
        else if (!stored.isEnabled) await queue.moveTo(await events.last(trx), trx);
        await queue.keepRules(merged.rules, trx);
        return merged;
      });
      this.#retryAt = undefined;
      this.#wakeUp.now();
    });
  }

  async state(): Promise<EmailState> {
    const { queue } = this.#deps;
    const alarms = await queue.alarms();
    const began = new Map<number, RecordedEvent | undefined>();
    for (const { event } of alarms) if (!began.has(event)) began.set(event, await this.#findEvent(event));
    return {
      phase: this.#settings?.isEnabled !== true || this.#stop.signal.aborted ? 'off' : this.#retryAt === undefined ? 'idle' : 'backing-off',
      waiting: await queue.waiting(),
      ...(this.#lastSent !== undefined && { lastSent: iso(this.#lastSent) }),
      ...(this.#lastFailure && { lastFailure: iso(this.#lastFailure.at), lastError: this.#lastFailure.reason }),
      alarms: alarms.map((row) => ({
        ...{ alarm: row.alarm, rule: row.rule, event: row.event, began: began.get(row.event), since: iso(row.since) },
        ...(row.escalates !== null && row.acknowledged === null && { escalates: iso(row.escalates) }),
        ...(row.acknowledged !== null && { acknowledged: iso(row.acknowledged), acknowledgedBy: row.acknowledged_by ?? '' }),
      })),
    };
  }

  /** Sends a test e-mail with the stored settings, whether they are switched on or not. Throws `content-unusable`. */
  async test({ to, language }: EmailTestRequest): Promise<EmailTest> {
    const { store, controllerId } = this.#deps;
    const settings = await store.read();
    try {
      await sendEmail(settings, { to: [to], ...testText(language, await controllerId()) });
      return { isSent: true };
    } catch (error) {
      return { isSent: false, reason: reasonOf(error) };
    }
  }

  /** A person has seen an alarm: it is not escalated. Throws `not-found`. */
  async acknowledge(alarm: string, by: string): Promise<void> {
    const { db, queue, now } = this.#deps;
    const isKnown = await inTransaction(db, (trx) => queue.acknowledge(alarm, { by, now: now() }, trx));
    if (!isKnown) throw new ProblemError('not-found', { detail: `No alarm "${alarm}" was sent, or it has ended.` });
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    const { log, now, monotonicNow, queue } = this.#deps;
    while (!this.#stop.signal.aborted) {
      let pause = LONGEST_WAIT;
      try {
        const settings = this.#settings;
        if (settings?.isEnabled) {
          await this.#changes.run(() => this.#readEvents(settings));
          if (this.#retryAt === undefined || this.#retryAt <= monotonicNow()) await this.#sendDue(settings);
          const next = this.#retryAt === undefined ? ((await queue.next()) ?? Infinity) - now() : this.#retryAt - monotonicNow();
          pause = Math.min(LONGEST_WAIT, Math.max(0, next));
        }
      } catch (error) {
        log.error('e-mails could not be prepared; it is tried again', error);
      }
      if (!this.#stop.signal.aborted) await this.#wakeUp.wait(pause);
    }
  }

  async #readEvents({ rules }: EmailSettings): Promise<void> {
    const { queue, events, write } = this.#deps;
    const context = await this.#context(rules);
    for (let isMore = true; isMore && !this.#stop.signal.aborted;) {
      const after = await queue.position();
      if (after === undefined) return;
      const found = await events.next({ after, kinds: RECORDED_KINDS, limit: BATCH });
      const last = found.at(-1);
      if (last)
        await write(async (trx) => {
          for (const event of found) await queue.add(event, context, trx);
          await queue.moveTo(last.number, trx);
        });
      isMore = found.length === BATCH;
    }
    const escalating = new Map<number, RecordedEvent | undefined>();
    for (const { event, escalates, acknowledged } of await queue.alarms())
      if (escalates !== null && escalates <= context.now && acknowledged === null) escalating.set(event, await this.#findEvent(event));
    if (escalating.size > 0) await write((trx) => queue.escalate(context, (number) => Promise.resolve(escalating.get(number)), trx));
  }

  /** Undefined when it is stored no longer. */
  async #findEvent(number: number): Promise<RecordedEvent | undefined> {
    const [found] = await this.#deps.events.next({ after: number - 1, kinds: RECORDED_KINDS, limit: 1 });
    return found?.number === number ? found : undefined;
  }

  async #context(rules: readonly EmailRule[]): Promise<QueueContext> {
    const { timeZone, lineOf, now } = this.#deps;
    return { rules, timeZone: await timeZone(), lineOf, now: now() };
  }

  /** One e-mail for each rule with what it has collected, and one for its escalations. A failure ends the round. */
  async #sendDue(settings: EmailSettings): Promise<void> {
    const { queue, now } = this.#deps;
    this.#retryAt = undefined;
    const groups = Map.groupBy(await queue.due(now()), ({ rule, reason }) => JSON.stringify([rule, reason === 'escalation']));
    for (const entries of groups.values()) {
      if (this.#stop.signal.aborted || !(await this.#send(settings, entries))) return;
    }
  }

  async #send(settings: EmailSettings, entries: readonly EmailEntry[]): Promise<boolean> {
    const { queue, write, timeZone, controllerId, now } = this.#deps;
    const rule = settings.rules.find(({ name }) => name === entries[0]?.rule);
    const to = entries[0]?.reason === 'escalation' ? rule?.escalation?.to : rule?.to;
    try {
      const language = rule?.language ?? 'en';
      const text = emailText(entries, { timeZone: await timeZone(), controller: await controllerId(), language });
      if (to) await sendEmail(settings, { to, ...text }, this.#stop.signal);
      this.#failures = 0;
      if (to) this.#lastSent = now();
    } catch (error) {
      if (this.#stop.signal.aborted) return false;
      this.#retryLater(reasonOf(error));
      return false;
    }
    await write((trx) =>
      queue.remove(
        entries.map(({ id }) => id),
        trx,
      ),
    );
    return true;
  }

  #retryLater(reason: string): void {
    const { now, monotonicNow, log } = this.#deps;
    this.#failures += 1;
    this.#lastFailure = { at: now(), reason };
    this.#retryAt = monotonicNow() + Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** Math.min(this.#failures - 1, 10));
    if (this.#failures === 1) log.warn(`an e-mail could not be sent; it is tried again: ${reason}`);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

import type { ControllerEvent } from '#contract/api-v3/event.ts';
import type { PlantSettings, PlantState, PlantTest } from '#contract/api-v3/plant.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerReport } from '#contract/plant/plant-controller.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import type { WriteCondition } from '#storage/database/write-condition.ts';
import type { Log } from '#process/log.ts';
import type { PlantItems } from '#contract/api-v3/plant-library.ts';
import type { LibraryItemPlace } from '#contract/api-v3/library-item.ts';
import type { Events } from '../events/events.ts';
import type { LineLibrary } from '../library/line-library.ts';
import type { Counters } from '../counters/counters.ts';
import { TaskQueue } from '../platform/task-queue.ts';
import type { Timers } from '../platform/timers.ts';
import type { ArchiveQueue } from './archive-queue.ts';
import { ArchiveSender } from './archive-sender.ts';
import { LibraryFollower } from './library-follower.ts';
import { PlantClient, PlantFailure } from './plant-client.ts';
import { isSamePlant, withKey, withoutKey, type PlantSettingsStore } from './plant-settings.ts';
import { PlantLoop } from './plant-loop.ts';
import { ReportTask } from './report-task.ts';
import { RowSupply, type RowSupplyDeps } from './row-supply.ts';
import { SerialSupply, type SerialSupplyDeps } from './serial-supply.ts';

/** Milliseconds without a success after which the controller warns. */
const WARN_AFTER = 10 * 60_000;

/** Events after which prints are to be sent, and after which the report says something else. */
const PRINT_EVENTS: ReadonlySet<ControllerEvent['type']> = new Set(['print:settled', 'verification:result']);
const REPORT_EVENTS: ReadonlySet<ControllerEvent['type']> = new Set([
  ...(['printer:changed', 'printer:removed', 'printer:renamed', 'printer:state', 'printer:condition'] as const),
  ...(['queue:changed', 'clock:changed', 'disk:changed'] as const),
]);
/** Events after which rows may be needed, or are printed. */
const ROW_EVENTS: ReadonlySet<ControllerEvent['type']> = new Set(['print:settled', 'queue:changed']);
/** Events after which an item of the library that waits may be taken. */
const LIBRARY_EVENTS: ReadonlySet<ControllerEvent['type']> = new Set([
  ...(['queue:changed', 'disk:changed', 'label:removed', 'label:renamed', 'table:removed', 'table:renamed'] as const),
  ...(['variable:removed', 'variable:renamed', 'shift-code:removed', 'shift-code:renamed', 'font:removed'] as const),
]);

export interface PlantConnectionDeps {
  db: ControllerDatabase;
  store: PlantSettingsStore;
  queue: ArchiveQueue;
  /** The report of the controller with these settings. */
  report: (settings: PlantSettings) => Promise<ControllerReport>;
  controllerId: () => Promise<string>;
  counters: Counters;
  plantRows: RowSupplyDeps['plantRows'];
  sharing: RowSupplyDeps['sharing'];
  library: LineLibrary;
  write: SerialSupplyDeps['write'];
  newId: () => string;
  events: Pick<Events, 'subscribe' | 'find' | 'next'>;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Milliseconds of a clock that is never set. */
  monotonicNow: () => number;
  /** From 0 to 1. */
  random: () => number;
  timers: Timers;
  isSafeMode: boolean;
  log: Log;
}

interface Senders {
  client: PlantClient;
  serialSupply: SerialSupply;
  archive: ArchiveSender;
  reports: PlantLoop;
  serials: PlantLoop;
  rows: PlantLoop;
  library: LibraryFollower;
  unsubscribe: () => void;
}

/** The connection to the plant: its settings, its state, and what sends prints and reports while it is on. */
export class PlantConnection {
  readonly #deps: PlantConnectionDeps;
  readonly #changes = new TaskQueue();
  #senders: Senders | undefined;
  /** What did not succeed at the last attempt. */
  readonly #failing = new Set<'prints' | 'report'>();
  #isStopped = false;
  #lastSuccess: { at: number; elapsed: number } | undefined;
  #lastFailure: { at: number; reason: string } | undefined;
  /** When it was switched on or the controller was started. */
  #since = 0;

  constructor(deps: PlantConnectionDeps) {
    this.#deps = deps;
  }

  /** Sends from now on if it is switched on. Settings that cannot be used are logged. In safe mode nothing is sent. */
  async start(): Promise<void> {
    await this.#changes.run(async () => {
      const { store, db, queue, isSafeMode, log } = this.#deps;
      if (isSafeMode) return;
      try {
        const settings = await store.read();
        if (!settings.isEnabled) return;
        await inTransaction(db, (trx) => queue.retryRefused(trx));
        await this.#begin(settings);
      } catch (error) {
        log.error('the connection to the plant could not be started', error);
      }
    });
  }

  /** A request in progress is ended: its prints are sent again after the next start. */
  async stop(): Promise<void> {
    await this.#changes.run(() => {
      this.#isStopped = true;
      return this.#end();
    });
  }

  /** Without the key. Throws `content-unusable`. */
  async settings(db?: ControllerDatabase | ControllerTransaction): Promise<PlantSettings> {
    return withoutKey(await this.#deps.store.read(db));
  }

  /**
   * Stores the settings, and sends with them. Switched on, or to another plant, all prints of the ledger are sent. Throws `invalid-input` naming the
   * field at fault, and what the condition throws.
   */
  async put(written: PlantSettings, condition?: WriteCondition): Promise<void> {
    await this.#changes.run(async () => {
      const { db, store, isSafeMode } = this.#deps;
      await this.#end();
      try {
        await inTransaction(db, async (trx) => {
          await condition?.(trx);
          const stored = await store.read(trx);
          const merged = withKey(written, stored);
          await store.store(merged, trx);
          await this.#prepareQueue(merged, stored, trx);
        });
      } finally {
        await this.#deps.library.start();
        const settings = await store.read();
        if (settings.isEnabled && !isSafeMode && !this.#isStopped) await this.#begin(settings);
      }
    });
  }

  /** The state of the connection, and how many prints wait for it. */
  async state(): Promise<PlantState> {
    const { queue } = this.#deps;
    const { refusals, last_success: stored, ...counts } = await queue.figures();
    const success = this.#lastSuccess?.at ?? stored;
    return {
      ...(await this.#phase()),
      ...counts,
      refusals: refusals.map(({ print, at, reason }) => ({ print, at: iso(at), reason })),
      ...(success !== null && { lastSuccess: iso(success) }),
      ...(this.#lastFailure && { lastFailure: iso(this.#lastFailure.at), lastError: this.#lastFailure.reason }),
    };
  }

  async #phase(): Promise<Pick<PlantState, 'phase' | 'reason'>> {
    const { store, isSafeMode } = this.#deps;
    if (isSafeMode && (await store.read()).isEnabled) return { phase: 'off', reason: 'The controller is in safe mode.' };
    if (!this.#senders) return { phase: 'off' };
    if (this.#failing.size > 0) return { phase: 'backing-off', ...(this.#lastFailure && { reason: this.#lastFailure.reason }) };
    return { phase: this.#lastSuccess ? 'connected' : 'connecting' };
  }

  /** Sends one report with these settings, without storing them. Throws `invalid-input`. */
  async test(written: PlantSettings): Promise<PlantTest> {
    const { store, controllerId, report } = this.#deps;
    const settings = withKey({ ...written, isEnabled: true }, await store.read());
    const client = new PlantClient({ settings, controllerId: await controllerId() });
    try {
      await client.putReport(await report(settings), new AbortController().signal);
      return { isAccepted: true };
    } catch (error) {
      if (error instanceof PlantFailure) return { isAccepted: false, reason: error.message };
      throw error;
    } finally {
      client.close();
    }
  }

  /** What this controller has of the library of the plant. */
  async items(): Promise<PlantItems> {
    const lastError = this.#senders?.library.reason;
    return { items: await this.#deps.library.items(), ...(lastError !== undefined && { lastError }) };
  }

  /** Sends an item of this controller to the library. Returns the number of its version. Throws `not-found`, and `plant-unreachable` with the reason. */
  async propose(place: LibraryItemPlace, by: string): Promise<number> {
    const content = await this.#deps.library.read(place);
    const client = this.#senders?.client;
    if (!client) throw new ProblemError('plant-unreachable', { detail: 'The connection to the plant is off. See System > Plant.' });
    try {
      return await client.propose({ ...place, content, by }, new AbortController().signal);
    } catch (error) {
      if (error instanceof PlantFailure) throw new ProblemError('plant-unreachable', { detail: error.message }, { cause: error });
      throw error;
    }
  }

  /** Why a counter got no numbers from the plant at the last attempt, as a sentence; undefined after a success. */
  reasonWithoutNumbers(counter: string): string | undefined {
    return this.#senders ? this.#senders.serialSupply.reasonOf(counter) : 'The connection to the plant is off.';
  }

  /** Why the plant needs attention; undefined if it does not. Everyone can read it, so it has nothing of what the plant answers. */
  warning(): string | undefined {
    const { monotonicNow } = this.#deps;
    if (!this.#senders || monotonicNow() - (this.#lastSuccess?.elapsed ?? this.#since) < WARN_AFTER) return undefined;
    return 'The plant has taken nothing for ten minutes. Prints wait for it. See System > Plant for the reason.';
  }

  async #prepareQueue(settings: PlantSettings, stored: PlantSettings, trx: ControllerTransaction): Promise<void> {
    const { queue, library } = this.#deps;
    if (!settings.isEnabled || !isSamePlant(settings.url, stored.url)) {
      await queue.end(trx);
      await library.release(trx);
    }
    if (!settings.isEnabled) return;
    await queue.begin(trx);
    await queue.retryRefused(trx);
  }

  async #begin(settings: PlantSettings): Promise<void> {
    const { controllerId, queue, monotonicNow } = this.#deps;
    const client = new PlantClient({ settings, controllerId: await controllerId() });
    const archive = new ArchiveSender({
      ...this.#deps,
      ...{ client, queue, onSuccess: () => this.#succeeded('prints'), onFailure: (reason) => this.#failed('prints', reason) },
    });
    const report = new ReportTask({
      ...{ ...this.#deps, client, report: () => this.#deps.report(settings), onFailure: (reason) => this.#failed('report', reason) },
      onSuccess: () => {
        this.#succeeded('report');
        archive.retryNow();
      },
    });
    const serialSupply = new SerialSupply({ ...this.#deps, client });
    this.#since = monotonicNow();
    const senders = {
      ...{ archive, reports: new PlantLoop(this.#deps, report), serials: new PlantLoop(this.#deps, serialSupply) },
      rows: new PlantLoop(this.#deps, new RowSupply({ ...this.#deps, client })),
      library: new LibraryFollower({ ...this.#deps, client }),
    };
    this.#senders = { client, serialSupply, ...senders, unsubscribe: this.#follow(senders) };
    for (const sender of Object.values(senders)) sender.start();
  }

  #follow({ archive, reports, serials, rows, library }: Omit<Senders, 'client' | 'serialSupply' | 'unsubscribe'>): () => void {
    const { events } = this.#deps;
    return events.subscribe(() => {
      const type = events.find(events.next - 1)?.event.type;
      if (type === undefined) return;
      if (PRINT_EVENTS.has(type)) archive.wake();
      if (REPORT_EVENTS.has(type)) reports.wake();
      if (type === 'counter:changed') serials.wake();
      if (ROW_EVENTS.has(type)) rows.wake();
      if (LIBRARY_EVENTS.has(type)) library.retryNow();
    });
  }

  async #end(): Promise<void> {
    const senders = this.#senders;
    this.#senders = undefined;
    senders?.unsubscribe();
    const { archive, reports, serials, rows, library } = senders ?? {};
    await Promise.all([archive, reports, serials, rows, library].map((sender) => sender?.stop()));
    senders?.client.close();
    this.#failing.clear();
    this.#lastSuccess = undefined;
    this.#lastFailure = undefined;
  }

  #succeeded(what: 'prints' | 'report'): void {
    const { now, monotonicNow } = this.#deps;
    this.#failing.delete(what);
    this.#lastSuccess = { at: now(), elapsed: monotonicNow() };
  }

  #failed(what: 'prints' | 'report', reason: string): void {
    this.#failing.add(what);
    this.#lastFailure = { at: this.#deps.now(), reason };
  }
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

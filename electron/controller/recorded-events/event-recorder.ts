import { EventEmitter } from 'node:events';
import type { EventType } from '#contract/api-v3/event.ts';
import type { ControllerDatabase, ControllerSchema } from '#storage/database/controller-schema.ts';
import type { GroupCommit } from '#storage/database/group-commit.ts';
import type { Log } from '#process/log.ts';
import type { TimerHandle, Timers } from '../platform/timers.ts';
import type { Events } from '../events/events.ts';
import { RecordedConditions, type Condition } from './recorded-conditions.ts';
import { RecordedPrints } from './recorded-prints.ts';
import type { RecordedEvents } from './recorded-events.ts';

/** Milliseconds from an event to the look at what has changed: many events make one look. */
const EVENT_PAUSE = 250;
/** Milliseconds between two events with the counts of prints. */
const PRINTS_PAUSE = 15_000;
/** Milliseconds after the start, in which printers and devices are connected again: no alarm of the last run ends before. */
const START_PAUSE = 10_000;
/** Milliseconds until a look that failed is repeated, as while the disk is full. */
const RETRY_PAUSE = 5_000;
const HOUR = 3_600_000;

/** What holds now. */
export interface ConditionSources {
  /** The errors of all printers that are enabled. */
  printerErrors(): Condition[];
  /** The signal devices and readers that are not connected. */
  lostDevices(): Promise<Condition[]>;
  /** Disk and clock. */
  ofController(): Condition[];
}

export interface EventRecorderDeps {
  db: ControllerDatabase;
  commits: GroupCommit<ControllerSchema>;
  events: Pick<Events, 'find' | 'next' | 'subscribe'>;
  recorded: RecordedEvents;
  sources: ConditionSources;
  printers: () => string[];
  version: string;
  /** Milliseconds since the epoch. */
  now: () => number;
  timers: Timers;
  isSafeMode: boolean;
  log: Log;
}

/** The kinds of events after which devices are looked at. */
const OF_DEVICES: readonly EventType[] = ['signal-devices:changed', 'reader:changed'];

/**
 * Records what follows from the state of the controller: errors, lost devices, disk, clock, and the counts of prints. It looks after the events
 * of the controller, apart from the prints. What lasts less than a quarter of a second may be missed. Jobs, orders and stops of lines are
 * recorded by triggers of the database.
 */
export class EventRecorder {
  /** There are more recorded events than before. */
  readonly changes = new EventEmitter<{ recorded: [] }>();
  readonly #deps: EventRecorderDeps;
  readonly #conditions: RecordedConditions;
  readonly #prints: RecordedPrints;
  readonly #printersToCount = new Set<string>();
  readonly #timers = new Map<'look' | 'count' | 'remove' | 'settle', TimerHandle>();
  #running: Promise<void> = Promise.resolve();
  #unsubscribe: (() => void) | undefined;
  #next = 0;
  #last = 0;
  #areDevicesDue = true;
  /** Whether conditions of the last run may be recorded as ended. */
  #isSettled = false;
  #isStopped = true;
  #hasFailed = false;

  constructor(deps: EventRecorderDeps) {
    this.#deps = deps;
    this.#conditions = new RecordedConditions(deps.db, deps.recorded);
    this.#prints = new RecordedPrints(deps.recorded);
  }

  /** Records the start, and what happens from then on. In safe mode nothing is recorded. Never rejects. */
  async start(): Promise<void> {
    const { isSafeMode, events } = this.#deps;
    if (isSafeMode) return;
    this.#isStopped = false;
    this.#next = events.next;
    await this.#try(() => this.#begin());
    this.#unsubscribe = events.subscribe(() => this.#lookSoon());
    for (const printer of this.#deps.printers()) this.#printersToCount.add(printer);
    this.#arm('look', EVENT_PAUSE, () => this.#look());
    this.#arm('count', PRINTS_PAUSE, () => this.#count());
    this.#arm('settle', START_PAUSE, async () => {
      this.#isSettled = this.#areDevicesDue = true;
      await this.#look();
    });
    this.#arm('remove', HOUR, () => this.#removeOld());
  }

  /** Resolves when the look in progress has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unsubscribe?.();
    for (const timer of this.#timers.values()) this.#deps.timers.clearTimeout(timer);
    this.#timers.clear();
    await this.#running;
  }

  async #begin(): Promise<void> {
    const { commits, recorded, now, version, printers } = this.#deps;
    await this.#conditions.load();
    await commits.run(async (trx) => {
      await this.#prints.start(printers(), trx);
      await recorded.append([{ kind: 'controller.started', at: now(), data: { version } }], trx);
    });
    await this.#tell();
  }

  #lookSoon(): void {
    if (!this.#timers.has('look')) this.#arm('look', EVENT_PAUSE, () => this.#look());
  }

  /** One after the other; none after the stop. */
  #arm(what: 'look' | 'count' | 'remove' | 'settle', pause: number, act: () => Promise<void>): void {
    if (this.#isStopped) return;
    const { timers } = this.#deps;
    const former = this.#timers.get(what);
    if (former !== undefined) timers.clearTimeout(former);
    const timer = timers.setTimeout(() => {
      this.#timers.delete(what);
      this.#running = this.#running.then(() => (this.#isStopped ? undefined : this.#try(act)));
    }, pause);
    this.#timers.set(what, timer);
  }

  async #look(): Promise<void> {
    const isRenamed = this.#takeEvents();
    if (isRenamed) await this.#conditions.load();
    const { commits, now } = this.#deps;
    const { current, areDevicesLooked } = await this.#currentConditions();
    const isLooked = ({ kind }: { kind: Condition['kind'] }): boolean => this.#isSettled && (kind !== 'device-lost' || areDevicesLooked);
    const change = this.#conditions.changes(current, isLooked);
    if (change.began.length > 0 || change.ended.length > 0) {
      const apply = await commits.run((trx) => this.#conditions.record(change, now(), trx));
      apply();
    }
    await this.#tell();
  }

  /** Notes what the events since the last look concern. Returns whether a printer was renamed. */
  #takeEvents(): boolean {
    const { events } = this.#deps;
    let isRenamed = false;
    for (; this.#next < events.next; this.#next += 1) {
      const event = events.find(this.#next)?.event;
      if (event?.type === 'print:settled') this.#printersToCount.add(event.printer);
      else if (event?.type === 'printer:renamed') isRenamed = true;
      else if (!event || OF_DEVICES.includes(event.type)) this.#areDevicesDue = true;
      if (!event) for (const printer of this.#deps.printers()) this.#printersToCount.add(printer);
    }
    return isRenamed;
  }

  async #currentConditions(): Promise<{ current: Condition[]; areDevicesLooked: boolean }> {
    const { sources } = this.#deps;
    const areDevicesLooked = this.#areDevicesDue;
    this.#areDevicesDue = false;
    const ofDevices = areDevicesLooked ? await sources.lostDevices() : [];
    return { current: [...sources.ofController(), ...sources.printerErrors(), ...ofDevices], areDevicesLooked };
  }

  async #count(): Promise<void> {
    try {
      const { commits, now } = this.#deps;
      this.#takeEvents();
      for (const printer of this.#printersToCount) {
        for (let isMore = true; isMore && !this.#isStopped;) isMore = await commits.run((trx) => this.#prints.record(printer, now(), trx));
        this.#printersToCount.delete(printer);
      }
      await this.#tell();
    } finally {
      this.#arm('count', PRINTS_PAUSE, () => this.#count());
    }
  }

  async #removeOld(): Promise<void> {
    try {
      await this.#deps.recorded.removeOld(this.#deps.now());
    } finally {
      this.#arm('remove', HOUR, () => this.#removeOld());
    }
  }

  async #tell(): Promise<void> {
    const last = await this.#deps.recorded.last();
    if (last === this.#last) return;
    this.#last = last;
    this.changes.emit('recorded');
  }

  /** Never rejects: what failed is looked at again. */
  async #try(act: () => Promise<void>): Promise<void> {
    try {
      await act();
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed) this.#deps.log.error('events could not be recorded; it is tried again', error);
      this.#hasFailed = this.#areDevicesDue = true;
      this.#arm('look', RETRY_PAUSE, () => this.#look());
    }
  }
}

import type { Alarm, AlarmsEvent } from '#contract/station/alarms.ts';
import type { Connection, ConnectionsEvent } from '#contract/station/connections.ts';
import type { FleetEvent, FleetPrinter } from '#contract/station/fleet.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock } from '../platform/system-clock.ts';
import type { FeedSource } from '../platform/feed.ts';
import type { EventLog } from '../event-log/event-log.ts';
import { AlarmBook, type AlarmTransition, type OperatorAction } from './alarm-book.ts';
import type { AlarmStore } from './alarm-store.ts';
import { conditionsOf, isPrinterGone, isUnknown } from './connection-alarms.ts';

/** Milliseconds between two evaluations: an alarm appears within a second. */
const TICK = 500;

export interface AlarmsOptions {
  clock: Clock;
  fleet: FeedSource<FleetEvent>;
  connections: FeedSource<ConnectionsEvent>;
  store: AlarmStore;
  eventLog: EventLog;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

interface Watched {
  connection: Connection | undefined;
  printers: Map<string, FleetPrinter>;
}

/** Derives the alarms from the states of printers and connections, stores them, and writes their history to the event log. */
export class Alarms implements FeedSource<AlarmsEvent> {
  readonly #options: AlarmsOptions;
  readonly #emitter: Emitter<AlarmsEvent>;
  readonly #book: AlarmBook;
  readonly #watched = new Map<string, Watched>();
  /** Connections that have changed since the last tick. */
  readonly #changed = new Set<string>();
  #unsubscribe: (() => void)[] = [];
  #cancelTick: (() => void) | undefined;

  constructor(options: AlarmsOptions) {
    this.#options = options;
    this.#emitter = new Emitter(options.report);
    this.#book = new AlarmBook({
      clock: options.clock,
      onChange: (event) => this.#emitChange(event),
      onTransition: (transition, alarm, action) => this.#log(transition, alarm, action),
    });
  }

  /** Restores the alarms of before a restart. The connections have to be open: an alarm of an unknown connection is dropped. */
  async start(): Promise<void> {
    const { fleet, connections, store } = this.#options;
    this.#book.restore(await store.list());
    this.#unsubscribe = [
      connections.subscribe((event) => this.#connectionEvent(event)),
      fleet.subscribe((event) => this.#fleetEvent(event)),
    ];
    this.#connectionEvent(connections.snapshot());
    this.#fleetEvent(fleet.snapshot());
    this.#book.removeWhere(({ connection }) => this.#watched.get(connection)?.connection === undefined);
    this.#tick();
  }

  stop(): void {
    this.#cancelTick?.();
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }

  subscribe(listener: (event: AlarmsEvent) => void): () => void {
    return this.#emitter.subscribe(listener);
  }

  snapshot(): AlarmsEvent {
    return { type: 'snapshot', alarms: this.#book.list() };
  }

  /** Returns how many of these alarms still exist. */
  acknowledge(ids: readonly string[], by: string): number {
    return this.#book.acknowledge(ids, by);
  }

  /** Throws `not-found` for an alarm that no longer exists. */
  shelve(id: string, shelf: { minutes: number; reason: string; by: string }): void {
    this.#book.shelve(id, shelf);
  }

  /** Throws `not-found` for an alarm that no longer exists. */
  unshelve(id: string, by: string): void {
    this.#book.unshelve(id, by);
  }

  #tick(): void {
    this.#cancelTick = this.#options.clock.after(TICK, () => this.#tick());
    try {
      for (const id of this.#changed) this.#evaluate(id);
      this.#changed.clear();
      this.#book.tick();
    } catch (error) {
      this.#options.report(error);
    }
  }

  #evaluate(id: string): void {
    const { connection, printers } = this.#watched.get(id) ?? {};
    if (!connection || !printers) return;
    const state = { connection, printers };
    this.#book.removeWhere((subject) => subject.connection === id && isPrinterGone(state, subject));
    this.#book.update(id, conditionsOf(state), (alarm) => isUnknown(state, alarm));
  }

  #connectionEvent(event: ConnectionsEvent): void {
    if (event.type === 'removed') {
      this.#watched.delete(event.id);
      this.#book.removeWhere(({ connection }) => connection === event.id);
      return;
    }
    for (const connection of event.type === 'snapshot' ? event.connections : [event.connection]) {
      this.#watch(connection.id).connection = connection;
      this.#changed.add(connection.id);
    }
  }

  #fleetEvent(event: FleetEvent): void {
    if (event.type === 'snapshot') for (const printer of event.printers) this.#printerChanged(printer);
    else if (event.type === 'changed') this.#printerChanged(event.printer);
    else if (event.type === 'removed') {
      this.#watched.get(event.connection)?.printers.delete(event.name);
      this.#changed.add(event.connection);
    }
  }

  #printerChanged(printer: FleetPrinter): void {
    const { printers } = this.#watch(printer.connection);
    const before = printers.get(printer.name);
    printers.set(printer.name, printer);
    const isSame = before?.status === printer.status && before?.stale === printer.stale && before.reason === printer.reason;
    if (!isSame) this.#changed.add(printer.connection);
  }

  #watch(id: string): Watched {
    const watched = this.#watched.get(id) ?? { connection: undefined, printers: new Map<string, FleetPrinter>() };
    this.#watched.set(id, watched);
    return watched;
  }

  #emitChange(event: Exclude<AlarmsEvent, { type: 'snapshot' }>): void {
    if (event.type === 'changed') this.#options.store.save(event.alarm);
    else this.#options.store.remove(event.id);
    this.#emitter.emit(event);
  }

  #log(transition: AlarmTransition, { kind, connection, printer, detail }: Alarm, { by, reason }: OperatorAction): void {
    this.#options.eventLog.add({ event: `alarm-${transition}`, subject: kind, connection, printer, detail, person: by, reason });
  }
}

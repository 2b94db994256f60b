import type { Alarm, AlarmsEvent } from '#contract/station/alarms.ts';
import type { Connection, ConnectionsEvent } from '#contract/station/connections.ts';
import type { FleetEvent, FleetPrinter } from '#contract/station/fleet.ts';
import { Announcer } from '../announcer.ts';
import type { Clock } from '../clock.ts';
import type { FeedSource } from '../feed.ts';
import type { Journal } from '../journal/journal.ts';
import { AlarmBook, type AlarmFact, type Said } from './alarm-book.ts';
import type { AlarmStore } from './alarm-store.ts';
import { conditionsOf, isOfNobody, isUnknown } from './picture.ts';

/** How often it is looked at what changed, in milliseconds: an alarm is told within the second in which it came. */
const BEAT = 500;

export interface AlarmsOptions {
  clock: Clock;
  fleet: FeedSource<FleetEvent>;
  connections: FeedSource<ConnectionsEvent>;
  store: AlarmStore;
  journal: Journal;
}

interface Watched {
  connection: Connection | undefined;
  printers: Map<string, FleetPrinter>;
}

/** What needs a person, out of the fleet's picture and the states of the connections. */
export class Alarms implements FeedSource<AlarmsEvent> {
  readonly #options: AlarmsOptions;
  readonly #announcer = new Announcer<AlarmsEvent>();
  readonly #book: AlarmBook;
  readonly #watched = new Map<string, Watched>();
  /** Connections of which something is new since the last beat. */
  readonly #changed = new Set<string>();
  #ends: (() => void)[] = [];
  #cancelBeat: (() => void) | undefined;

  constructor(options: AlarmsOptions) {
    this.#options = options;
    this.#book = new AlarmBook({
      clock: options.clock,
      told: (event) => this.#tell(event),
      happened: (fact, alarm, said) => this.#note(fact, alarm, said),
    });
  }

  /** Begins with what was not over when the station stopped. Connections have to be open already: an alarm of any other is dropped. */
  async start(): Promise<void> {
    const { fleet, connections, store } = this.#options;
    this.#book.restore(await store.list());
    this.#ends = [connections.subscribe((event) => this.#connectionEvent(event)), fleet.subscribe((event) => this.#fleetEvent(event))];
    this.#connectionEvent(connections.snapshot());
    this.#fleetEvent(fleet.snapshot());
    this.#book.forget(({ connection }) => this.#watched.get(connection)?.connection === undefined);
    this.#beat();
  }

  stop(): void {
    this.#cancelBeat?.();
    for (const end of this.#ends) end();
  }

  subscribe(listener: (event: AlarmsEvent) => void): () => void {
    return this.#announcer.subscribe(listener);
  }

  snapshot(): AlarmsEvent {
    return { type: 'snapshot', alarms: this.#book.list() };
  }

  /** Returns of how many it holds. */
  acknowledge(ids: readonly string[], by: string): number {
    return this.#book.acknowledge(ids, by);
  }

  /** Throws `not-found` for an alarm that is over. */
  shelve(id: string, shelf: { minutes: number; reason: string; by: string }): void {
    this.#book.shelve(id, shelf);
  }

  /** Throws `not-found` for an alarm that is over. */
  unshelve(id: string, by: string): void {
    this.#book.unshelve(id, by);
  }

  #beat(): void {
    for (const id of this.#changed) this.#observe(id);
    this.#changed.clear();
    this.#book.look();
    this.#cancelBeat = this.#options.clock.after(BEAT, () => this.#beat());
  }

  #observe(id: string): void {
    const { connection, printers } = this.#watched.get(id) ?? {};
    if (!connection || !printers) return;
    const picture = { connection, printers };
    this.#book.forget((matter) => matter.connection === id && isOfNobody(picture, matter));
    this.#book.observe(id, conditionsOf(picture), (alarm) => isUnknown(picture, alarm));
  }

  #connectionEvent(event: ConnectionsEvent): void {
    if (event.type === 'removed') {
      this.#watched.delete(event.id);
      this.#book.forget(({ connection }) => connection === event.id);
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

  #tell(event: Exclude<AlarmsEvent, { type: 'snapshot' }>): void {
    if (event.type === 'changed') this.#options.store.save(event.alarm);
    else this.#options.store.remove(event.id);
    this.#announcer.announce(event);
  }

  #note(fact: AlarmFact, { kind, connection, printer, detail }: Alarm, { by, reason }: Said): void {
    this.#options.journal.note({ event: `alarm-${fact}`, subject: kind, connection, printer, detail, person: by, reason });
  }
}

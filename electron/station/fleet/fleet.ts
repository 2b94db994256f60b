import type { PrinterProperties } from '#contract/api-v3/printer.ts';
import type { FleetEvent, FleetPrinter } from '#contract/station/fleet.ts';
import { Announcer } from '../announcer.ts';
import type { Clock } from '../clock.ts';
import type { PollResult } from '../connections/poller.ts';
import type { FeedSource } from '../feed.ts';
import { Rates } from './rates.ts';

/** Polls in a row without an answer after which values are stale. */
const STALE_AFTER_POLLS = 3;
/** Age in milliseconds beyond which values are stale. */
const STALE_AFTER = 5_000;
/** How often the age of values is looked at, and how often a connection's unchanged answers are told. */
const BEAT = 1_000;
/** From this difference in milliseconds on, the clock was set; below, it is corrected by and by. */
const STEP = 1_000;

/**
 * The live picture of every printer of every connection, as the last polls left it. Changes are told as they happen. Its moments go on with
 * the time that passes, so that an age is right whatever the clock does; when the clock was set, all of them move along with it.
 */
export class Fleet implements FeedSource<FleetEvent> {
  readonly #clock: Clock;
  readonly #announcer = new Announcer<FleetEvent>();
  readonly #connections = new Map<string, Map<string, FleetPrinter>>();
  /** Connections with an answer that changed nothing since the last beat. */
  readonly #answered = new Set<string>();
  readonly #rates: Rates;
  #cancelBeat: (() => void) | undefined;
  /** What the wall clock shows beyond the time that passed. */
  #ahead: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#rates = new Rates(clock.elapsed());
    this.#ahead = clock.now() - clock.elapsed();
  }

  start(): void {
    this.#cancelBeat = this.#clock.after(BEAT, () => {
      this.#beat();
      this.start();
    });
  }

  stop(): void {
    this.#cancelBeat?.();
  }

  subscribe(listener: (event: FleetEvent) => void): () => void {
    return this.#announcer.subscribe(listener);
  }

  snapshot(): FleetEvent {
    const rates = this.#rates.all();
    return { type: 'snapshot', printers: this.#all(), ...(rates.length > 0 && { rates }), now: this.#now() };
  }

  /** The printers that a connection has now: new ones appear, missing ones go, the others keep what is known of them. */
  list(connection: string, printers: readonly (readonly [string, PrinterProperties])[]): void {
    const known = this.#connections.get(connection) ?? new Map<string, FleetPrinter>();
    const listed = new Set(printers.map(([name]) => name));
    for (const name of known.keys()) if (!listed.has(name)) this.#removePrinter(connection, name);
    const next = new Map<string, FleetPrinter>();
    for (const [name, properties] of printers) {
      const before = known.get(name);
      const printer = before ? { ...before, properties } : unseen(connection, name, properties);
      next.set(name, printer);
      if (!before || JSON.stringify(before.properties) !== JSON.stringify(properties))
        this.#announcer.announce({ type: 'changed', printer });
    }
    this.#connections.set(connection, next);
  }

  /** What a poll of one printer found out. A printer that is not listed any more is left alone. */
  polled(connection: string, name: string, result: PollResult): void {
    this.#followClock();
    const before = this.#connections.get(connection)?.get(name);
    if (!before) return;
    if (result.kind === 'missed') return this.#missed(before, result.reason);
    const isNews = result.status !== undefined || result.counters !== undefined || before.missedPolls > 0 || before.stale;
    const printer: FleetPrinter = {
      ...before,
      status: result.status ?? before.status,
      counters: result.counters ?? before.counters,
      lastContact: this.#now(),
      missedPolls: 0,
      stale: false,
      reason: null,
    };
    this.#replace(printer, isNews);
    if (!isNews) this.#answered.add(connection);
  }

  /** The controller is known to be gone: what it said last is not live any more, however young it is. */
  lose(connection: string, reason: string): void {
    for (const printer of this.#connections.get(connection)?.values() ?? []) {
      if (!printer.stale) this.#replace({ ...printer, stale: true, reason }, true);
    }
    this.#answered.delete(connection);
  }

  /** Forgets a connection and its printers. */
  remove(connection: string): void {
    for (const name of [...(this.#connections.get(connection)?.keys() ?? [])]) this.#removePrinter(connection, name);
    this.#connections.delete(connection);
    this.#answered.delete(connection);
  }

  #missed(before: FleetPrinter, reason: string): void {
    const missedPolls = before.missedPolls + 1;
    const stale = before.stale || missedPolls >= STALE_AFTER_POLLS;
    const isNews = missedPolls <= STALE_AFTER_POLLS || stale !== before.stale || reason !== before.reason;
    this.#replace({ ...before, missedPolls, stale, reason }, isNews);
  }

  #now(): number {
    return Math.round(this.#clock.elapsed() + this.#ahead);
  }

  /** After the clock was set, whoever shows the fleet gets it anew, with moments as they would be had the clock always shown this time. */
  #followClock(): void {
    const step = this.#clock.now() - this.#now();
    if (Math.abs(step) < STEP) return;
    this.#ahead += step;
    for (const printer of this.#all()) {
      if (printer.lastContact !== null) this.#replace({ ...printer, lastContact: printer.lastContact + step }, false);
    }
    this.#announcer.announce(this.snapshot());
  }

  #beat(): void {
    this.#followClock();
    for (const printer of this.#all()) {
      const isOld = printer.lastContact !== null && this.#now() - printer.lastContact > STALE_AFTER;
      if (isOld && !printer.stale) this.#replace({ ...printer, stale: true }, true);
    }
    for (const connection of this.#answered) this.#tellAnswered(connection);
    this.#answered.clear();
    this.#endMinute();
  }

  /** Where more than one minute ended, this computer slept: whoever shows the fleet gets it anew. */
  #endMinute(): void {
    const ended = this.#rates.endMinutes(this.#clock.elapsed());
    if (ended === 0) return;
    const rates = this.#rates.note(this.#all(), ended - 1);
    if (rates.length > 0) this.#announcer.announce(ended === 1 ? { type: 'minute', rates } : this.snapshot());
  }

  /** One message speaks for all printers of a connection when all of them answer; else each that answers is told by itself. */
  #tellAnswered(connection: string): void {
    const printers = [...(this.#connections.get(connection)?.values() ?? [])];
    const answering = printers.filter((printer) => printer.missedPolls === 0 && printer.lastContact !== null);
    if (answering.length === printers.length) {
      const at = Math.min(...answering.map((printer) => printer.lastContact ?? Infinity));
      this.#announcer.announce({ type: 'answered', connection, at });
      return;
    }
    for (const printer of answering) this.#announcer.announce({ type: 'changed', printer });
  }

  #replace(printer: FleetPrinter, isNews: boolean): void {
    this.#connections.get(printer.connection)?.set(printer.name, printer);
    if (isNews) this.#announcer.announce({ type: 'changed', printer });
  }

  #removePrinter(connection: string, name: string): void {
    this.#rates.forget(connection, name);
    if (this.#connections.get(connection)?.delete(name)) this.#announcer.announce({ type: 'removed', connection, name });
  }

  #all(): FleetPrinter[] {
    return [...this.#connections.values()].flatMap((printers) => [...printers.values()]);
  }
}

function unseen(connection: string, name: string, properties: PrinterProperties): FleetPrinter {
  const nothing = { status: null, counters: null, lastContact: null, missedPolls: 0, stale: false, reason: null };
  return { connection, name, properties, ...nothing };
}

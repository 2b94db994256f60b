import type { PrinterProperties } from '#contract/api-v3/printer.ts';
import type { FleetEvent, FleetPrinter } from '#contract/station/fleet.ts';
import type { LastSelection } from '#contract/station/last-selection.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock } from '../platform/system-clock.ts';
import type { PollResult } from '../polling/poller.ts';
import type { FeedSource } from '../platform/feed.ts';
import { Rates } from './rates.ts';

/** Polls in a row without an answer after which values are stale. */
const STALE_AFTER_POLLS = 3;
/** Age in milliseconds beyond which values are stale. */
const STALE_AFTER = 5_000;
/** Milliseconds between two checks of the values' age; also between two events for a connection's unchanged answers. */
const TICK = 1_000;
/** A difference between clock and monotonic time of at least this many milliseconds means that the clock was set. Smaller ones are drift. */
const STEP = 1_000;

export interface FleetOptions {
  clock: Clock;
  /** The job that this station selected last on a printer whose controller does not report it. */
  lastSelectionOf?: (connection: string, name: string) => LastSelection | undefined;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

/**
 * The latest status and counters of every printer of every connection. Changes are emitted as they happen. Timestamps are computed from
 * monotonic time, so that ages stay correct; when the clock is set, all timestamps move with it.
 */
export class Fleet implements FeedSource<FleetEvent> {
  readonly #clock: Clock;
  readonly #lastSelectionOf: (connection: string, name: string) => LastSelection | undefined;
  readonly #report: (error: unknown) => void;
  readonly #emitter: Emitter<FleetEvent>;
  readonly #connections = new Map<string, Map<string, FleetPrinter>>();
  /** Connections with answers since the last tick that changed nothing. */
  readonly #answered = new Set<string>();
  readonly #rates: Rates;
  #cancelTick: (() => void) | undefined;
  /** Wall-clock time minus monotonic time, in milliseconds. */
  #offset: number;

  constructor({ clock, report, lastSelectionOf = () => undefined }: FleetOptions) {
    this.#clock = clock;
    this.#lastSelectionOf = lastSelectionOf;
    this.#report = report;
    this.#emitter = new Emitter(report);
    this.#rates = new Rates(clock.elapsed());
    this.#offset = clock.now() - clock.elapsed();
  }

  start(): void {
    this.#cancelTick = this.#clock.after(TICK, () => {
      this.start();
      this.#tick();
    });
  }

  stop(): void {
    this.#cancelTick?.();
  }

  subscribe(listener: (event: FleetEvent) => void): () => void {
    return this.#emitter.subscribe(listener);
  }

  snapshot(): FleetEvent {
    const rates = this.#rates.all();
    return { type: 'snapshot', printers: this.#all(), ...(rates.length > 0 && { rates }), now: this.#now() };
  }

  /** Sets the printers of a connection. New ones are added, missing ones are removed, the others keep their values. */
  list(connection: string, printers: readonly (readonly [string, PrinterProperties])[]): void {
    const current = this.#connections.get(connection) ?? new Map<string, FleetPrinter>();
    const listed = new Set(printers.map(([name]) => name));
    for (const name of current.keys()) if (!listed.has(name)) this.#removePrinter(connection, name);
    const next = new Map<string, FleetPrinter>();
    for (const [name, properties] of printers) {
      const before = current.get(name);
      const printer = before ? { ...before, properties } : this.#unpolled(connection, name, properties);
      next.set(name, printer);
      if (!before || JSON.stringify(before.properties) !== JSON.stringify(properties)) this.#emitter.emit({ type: 'changed', printer });
    }
    this.#connections.set(connection, next);
  }

  /** Takes the result of a poll. Ignores a printer that is no longer listed. */
  polled(connection: string, name: string, result: PollResult): void {
    this.#followClock();
    const before = this.#connections.get(connection)?.get(name);
    if (!before) return;
    if (result.kind === 'missed') return this.#missed(before, result.reason);
    const hasChanged = result.status !== undefined || result.counters !== undefined || before.missedPolls > 0 || before.stale;
    const printer: FleetPrinter = {
      ...before,
      status: result.status ?? before.status,
      counters: result.counters ?? before.counters,
      lastContact: this.#now(),
      missedPolls: 0,
      stale: false,
      reason: null,
    };
    this.#replace(printer, hasChanged);
    if (!hasChanged) this.#answered.add(connection);
  }

  /** A printer as it was last seen; undefined for one that is not listed. */
  find(connection: string, name: string): FleetPrinter | undefined {
    return this.#connections.get(connection)?.get(name);
  }

  /** Reads the last selection of a printer again. */
  selectionChanged(connection: string, name: string): void {
    const before = this.#connections.get(connection)?.get(name);
    if (before) this.#replace(this.#withLastSelection(before), true);
  }

  /** Marks all values of a connection as stale at once: its controller is known to be lost. */
  lose(connection: string, reason: string): void {
    for (const printer of this.#connections.get(connection)?.values() ?? []) {
      if (!printer.stale) this.#replace({ ...printer, stale: true, reason }, true);
    }
    this.#answered.delete(connection);
  }

  /** Removes a connection and its printers. */
  remove(connection: string): void {
    for (const name of [...(this.#connections.get(connection)?.keys() ?? [])]) this.#removePrinter(connection, name);
    this.#connections.delete(connection);
    this.#answered.delete(connection);
  }

  #missed(before: FleetPrinter, reason: string): void {
    const missedPolls = before.missedPolls + 1;
    const stale = before.stale || missedPolls >= STALE_AFTER_POLLS;
    const hasChanged = missedPolls <= STALE_AFTER_POLLS || stale !== before.stale || reason !== before.reason;
    this.#replace({ ...before, missedPolls, stale, reason }, hasChanged);
  }

  #now(): number {
    return Math.round(this.#clock.elapsed() + this.#offset);
  }

  /** After the clock was set: moves all timestamps by the difference and emits a snapshot. */
  #followClock(): void {
    const step = this.#clock.now() - this.#now();
    if (Math.abs(step) < STEP) return;
    this.#offset += step;
    for (const printer of this.#all()) {
      if (printer.lastContact !== null) this.#replace({ ...printer, lastContact: printer.lastContact + step }, false);
    }
    this.#emitter.emit(this.snapshot());
  }

  #tick(): void {
    try {
      this.#updateAges();
    } catch (error) {
      this.#report(error);
    }
  }

  #updateAges(): void {
    this.#followClock();
    for (const printer of this.#all()) {
      const isOld = printer.lastContact !== null && this.#now() - printer.lastContact > STALE_AFTER;
      if (isOld && !printer.stale) this.#replace({ ...printer, stale: true }, true);
    }
    for (const connection of this.#answered) this.#emitAnswered(connection);
    this.#answered.clear();
    this.#endMinute();
  }

  /** Emits the rates of the minute that ended; a snapshot when several have, since this computer slept. */
  #endMinute(): void {
    const ended = this.#rates.endMinutes(this.#clock.elapsed());
    if (ended === 0) return;
    const rates = this.#rates.note(this.#all(), ended - 1);
    if (rates.length > 0) this.#emitter.emit(ended === 1 ? { type: 'minute', rates } : this.snapshot());
  }

  /** Emits one event for the connection when all its printers answer, else one for each printer that does. */
  #emitAnswered(connection: string): void {
    const printers = [...(this.#connections.get(connection)?.values() ?? [])];
    const answering = printers.filter((printer) => printer.missedPolls === 0 && printer.lastContact !== null);
    if (answering.length === printers.length) {
      const at = Math.min(...answering.map((printer) => printer.lastContact ?? Infinity));
      this.#emitter.emit({ type: 'answered', connection, at });
      return;
    }
    for (const printer of answering) this.#emitter.emit({ type: 'changed', printer });
  }

  #unpolled(connection: string, name: string, properties: PrinterProperties): FleetPrinter {
    const noValues = { status: null, counters: null, lastContact: null, missedPolls: 0, stale: false, reason: null };
    return this.#withLastSelection({ connection, name, properties, ...noValues });
  }

  #withLastSelection({ lastSelection: _before, ...printer }: FleetPrinter): FleetPrinter {
    const lastSelection = this.#lastSelectionOf(printer.connection, printer.name);
    return lastSelection ? { ...printer, lastSelection } : printer;
  }

  #replace(printer: FleetPrinter, hasChanged: boolean): void {
    this.#connections.get(printer.connection)?.set(printer.name, printer);
    if (hasChanged) this.#emitter.emit({ type: 'changed', printer });
  }

  #removePrinter(connection: string, name: string): void {
    this.#rates.forget(connection, name);
    if (this.#connections.get(connection)?.delete(name)) this.#emitter.emit({ type: 'removed', connection, name });
  }

  #all(): FleetPrinter[] {
    return [...this.#connections.values()].flatMap((printers) => [...printers.values()]);
  }
}

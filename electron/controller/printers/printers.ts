import { join } from 'node:path';
import type { Conveyor, PrinterProperties } from '#contract/api-v3/printer.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase } from '#storage/controller-schema.ts';
import { EngineConfigError } from '../engines/engine-config-error.ts';
import { EngineError, type PrintEngine } from '../engines/engine.ts';
import type { Log } from '../engines/log.ts';
import { makeEngine } from '../engines/registry.ts';
import type { EngineSurroundings } from '../engines/surroundings.ts';
import { UnusableEngine } from '../engines/unusable-engine.ts';
import type { Timers } from '../engines/timers.ts';
import type { Tell } from '../events/events.ts';
import { Printer } from './printer.ts';
import { printerRows } from './printer-rows.ts';

export interface PrintersOptions {
  db: ControllerDatabase;
  /** Engines get `marks/<position>` in here: a printer's name never becomes a path. */
  dataFolder: string;
  folder?: { check: () => void } | undefined;
  /** Milliseconds since the epoch. */
  now: () => number;
  timers: Timers;
  log: Log;
  /** Tops the printers up to this many. */
  virtualPrinters: number | undefined;
  isSafeMode: boolean;
  /** Makes an engine of a kind; those of the registry when left out. */
  makeEngine?: MakeEngine | undefined;
  tell?: Tell;
}

export type MakeEngine = (kind: string, surroundings: EngineSurroundings) => PrintEngine;

/** The printers of this controller, each with its engine. */
export class Printers {
  readonly #options: PrintersOptions;
  readonly #printers = new Map<string, Printer>();
  readonly #unusable = new Map<string, string>();

  constructor(options: PrintersOptions) {
    this.#options = options;
  }

  /** Reads the printers and makes their engines; nothing runs yet. One of which what is stored makes no engine stays STOPPED and says why. */
  async load(): Promise<void> {
    const { db, dataFolder, folder, now, timers, log, tell, virtualPrinters, makeEngine: make = makeEngine } = this.#options;
    for (const { name, position, engine: kind, config } of await printerRows(db, virtualPrinters)) {
      const surroundings = { config, folder: join(dataFolder, 'marks', String(position)), checkFolder: folder?.check, now, timers, log };
      const engine = this.#engineOf({ name, kind }, () => make(kind, surroundings));
      this.#printers.set(name, new Printer({ name, engine, log, tell }));
    }
  }

  /** The printers whose stored configuration cannot be used, with the reason. */
  unusable(): { name: string; reason: string }[] {
    return [...this.#unusable].map(([name, reason]) => ({ name, reason }));
  }

  /** Starts all engines; in safe mode none, and every printer says why. */
  async start(): Promise<void> {
    if (this.#options.isSafeMode) {
      for (const printer of this.all()) printer.keepStopped('The controller is in safe mode: printing is off.');
      return;
    }
    await Promise.all(this.all().map((printer) => printer.start()));
  }

  async stop(): Promise<void> {
    await Promise.all(this.all().map((printer) => printer.stop()));
  }

  /** All printers, in their order. */
  all(): Printer[] {
    return [...this.#printers.values()];
  }

  names(): string[] {
    return [...this.#printers.keys()];
  }

  async list(): Promise<[string, PrinterProperties][]> {
    return this.all().map(({ name, properties }) => [name, properties]);
  }

  /** What the clocks of those printers show that have one, in milliseconds since the epoch. */
  clocks(): [string, number][] {
    return this.all().flatMap(({ name, engine }): [string, number][] => {
      const shown = engine.clock?.();
      return shown === undefined ? [] : [[name, shown]];
    });
  }

  /** Throws `not-found`. */
  get(name: string): Printer {
    const printer = this.#printers.get(name);
    if (!printer) throw new ProblemError('not-found', { detail: `There is no printer "${name}".`, instance: printerPath(name) });
    return printer;
  }

  /** The printer of a controller that has one. Throws `printer-required` naming the printers otherwise, of which the asker may know these. */
  getOnly(known: readonly string[] = this.names()): Printer {
    const [only, ...others] = this.all();
    if (only && others.length === 0) return only;
    const names = this.names().flatMap((name) => (known.includes(name) ? [`"${name}"`] : []));
    const detail = names.length > 0 ? `Name one of the printers ${names.join(', ')}.` : 'This controller has no printer.';
    throw new ProblemError('printer-required', { detail });
  }

  /** Throws `conveyor-missing` for a printer without one. */
  conveyor(name: string): Conveyor {
    return this.#conveyorOf(name).get();
  }

  /** Starts, stops or paces a printer's conveyor. */
  setConveyor(name: string, conveyor: Conveyor): void {
    const engine = this.#conveyorOf(name);
    this.#refuseInSafeMode();
    engine.set(conveyor);
  }

  /** Puts a full ink supply in. Throws `not-found` for a supply that the printer does not have. */
  refill(name: string, supply: string): void {
    const { engine } = this.get(name);
    this.#refuseInSafeMode();
    const instance = `${printerPath(name)}/inkSupplies/${encodeURIComponent(supply)}`;
    try {
      if (!engine.refill) throw new EngineError('unknown-supply', 'the ink of this printer is not replaced by software');
      engine.refill(supply);
    } catch (error) {
      if (!(error instanceof EngineError) || error.refusal !== 'unknown-supply') throw error;
      const detail = `The printer "${name}" has no ink supply "${supply}" that can be refilled.`;
      throw new ProblemError('not-found', { detail, instance }, { cause: error });
    }
  }

  #engineOf({ name, kind }: { name: string; kind: string }, make: () => PrintEngine): PrintEngine {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof EngineConfigError)) throw error;
      this.#unusable.set(name, error.message);
      return new UnusableEngine(kind, `${error.message}. Restore a backup, or install the version that stored it.`);
    }
  }

  #conveyorOf(name: string): NonNullable<Printer['engine']['conveyor']> {
    const { conveyor } = this.get(name).engine;
    if (conveyor) return conveyor;
    throw new ProblemError('conveyor-missing', { detail: `The printer "${name}" has no conveyor.`, instance: printerPath(name) });
  }

  #refuseInSafeMode(): void {
    if (this.#options.isSafeMode) throw new ProblemError('safe-mode', { detail: 'The controller is in safe mode: printing is off.' });
  }
}

function printerPath(name: string): string {
  return `/api/v3/printers/${encodeURIComponent(name)}`;
}

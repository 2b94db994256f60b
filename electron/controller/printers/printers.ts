import type { EngineIdentity, EngineKindInfo } from '#contract/api-v3/engine.ts';
import type { Conveyor, PrinterProperties } from '#contract/api-v3/printer.ts';
import type { PrinterConfiguration, PrinterDetail, PrinterTest } from '#contract/api-v3/printer-configuration.ts';
import { statusError } from '#contract/api-v3/make-status-error.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { deviceAddress } from '../engines/device-address.ts';
import { isOtherDevice } from '../engines/expected-device.ts';
import { FrameLog } from '../engines/frame-log.ts';
import { noPublish, type Publish } from '../events/events.ts';
import { renameRow, type NewName } from '../platform/rename-row.ts';
import { EngineFactory, type EngineFactoryOptions } from './engine-factory.ts';
import { listEngineKinds } from './engine-kinds.ts';
import { Printer } from './printer.ts';
import { PrinterDevices } from './printer-devices.ts';
import { deletePrinter, insertPrinter, parseConfiguration, printerRows, type PrinterRow } from './printer-rows.ts';
import { noOtherDevice, printerNotFound, printerPath } from './printer-problems.ts';
import { withoutSecrets, withSecrets } from './printer-secrets.ts';
import { refillSupply } from './refill-supply.ts';

export interface PrintersOptions extends EngineFactoryOptions {
  db: ControllerDatabase;
  /** Adds virtual printers up to this number. */
  virtualPrinters: number | undefined;
  isSafeMode: boolean;
  publish?: Publish;
}

export type { MakeEngine } from './engine-factory.ts';

/** Writes in the transaction of a change of a printer. */
type Write = (trx: ControllerTransaction) => Promise<void>;

/** The printers of this controller, each with its engine. */
export class Printers {
  readonly #options: PrintersOptions;
  readonly #factory: EngineFactory;
  readonly #devices: PrinterDevices;
  #printers = new Map<string, Printer>();
  /** Positions of the printers: the names of their folders. */
  readonly #positions = new Map<string, number>();
  readonly #unusable = new Map<string, string>();
  /** Configurations that wait for the end of a job. */
  readonly #next = new Map<string, PrinterConfiguration>();

  constructor(options: PrintersOptions) {
    this.#options = options;
    this.#factory = new EngineFactory(options);
    this.#devices = new PrinterDevices({ ...options, publish: options.publish ?? noPublish });
  }

  /**
   * Reads the printers and creates their engines; starts nothing. A printer with an invalid configuration stays STOPPED and reports why.
   */
  async load(): Promise<void> {
    const { db, virtualPrinters } = this.#options;
    for (const row of await printerRows(db, virtualPrinters)) await this.#load(row);
  }

  /** The kinds of engines that this controller has. */
  kinds(): Promise<EngineKindInfo[]> {
    return listEngineKinds();
  }

  /** The printer with its configuration, from which a PUT makes the same printer. Throws `not-found`, and `content-unusable`. */
  async detail(name: string): Promise<PrinterDetail> {
    const { properties, configuration, isEnabled, engine } = this.get(name);
    const [next, other] = [this.nextConfiguration(name), this.otherDevice(name)];
    if (configuration) {
      return {
        ...properties,
        configuration: withoutSecrets(configuration),
        ...(next && { pendingConfiguration: withoutSecrets(next) }),
        ...{ enabled: isEnabled, proof: engine.traits.proof, device: this.#devices.find(name) ?? null },
        ...(other && { otherDevice: other }),
      };
    }
    throw this.#unreadable(name);
  }

  /**
   * Connects to a device, identifies it and reads its status. Prints nothing. With the name of a printer its stored configuration is tested, or
   * another one for it: a password that is left out is then the stored one. Throws `not-found` and `invalid-input`.
   */
  async test({ name, configuration }: { name?: string; configuration?: PrinterConfiguration | undefined }): Promise<PrinterTest> {
    const stored = name === undefined ? undefined : this.get(name).configuration;
    const tested = configuration ? withSecrets(configuration, stored) : stored;
    if (!tested) throw this.#unreadable(name ?? '');
    const isSame = stored !== undefined && deviceAddress(stored.engine) === deviceAddress(tested.engine);
    const expected = name !== undefined && isSame ? this.#devices.expected(name) : undefined;
    return this.#factory.test(tested, { position: 0, frames: new FrameLog(this.#options.now), expected });
  }

  /** The device that answers for a printer instead of the one that belongs to it; undefined if none does. */
  otherDevice(name: string): EngineIdentity | undefined {
    const expected = this.#devices.expected(name);
    const found = this.get(name).engine.identity?.();
    return expected && found && isOtherDevice(expected, found) ? found : undefined;
  }

  /** Adds a printer, which is not started. Throws `invalid-input` for a configuration that cannot work. */
  async add(name: string, written: PrinterConfiguration): Promise<Printer> {
    const configuration = withSecrets(written, undefined);
    // Refuses a configuration that cannot work before anything is stored.
    await this.#factory.make(configuration, { position: 0, frames: new FrameLog(this.#options.now), expected: undefined });
    const row = await inTransaction(this.#options.db, (trx) => insertPrinter(name, configuration, trx));
    return this.#load(row);
  }

  /**
   * Stores another configuration of a printer and continues with its engine. With another address the next device that answers is taken, and
   * `forgetDevice` is called. Throws `not-found` and `invalid-input`.
   */
  async reconfigure(name: string, written: PrinterConfiguration, forgetDevice: Write): Promise<void> {
    const printer = this.get(name);
    const configuration = withSecrets(written, printer.configuration);
    const isSame = printer.configuration && deviceAddress(printer.configuration.engine) === deviceAddress(configuration.engine);
    const expected = isSame ? this.#devices.expected(name) : undefined;
    const engine = await this.#factory.make(configuration, { ...this.#placeOf(printer), expected });
    const config = JSON.stringify(configuration);
    await inTransaction(this.#options.db, async (trx) => {
      const change = { config, next_config: null, ...(!isSame && { device: null }) };
      await trx.updateTable('printers').set(change).where('name', '=', name).execute();
      if (!isSame) await forgetDevice(trx);
    });
    if (!isSame) this.#devices.forget(name);
    this.#unusable.delete(name);
    this.#next.delete(name);
    await printer.replace({ engine, configuration });
  }

  /** Stores a configuration for later; see `nextConfiguration`. Throws `not-found` and `invalid-input`. */
  async reconfigureLater(name: string, written: PrinterConfiguration): Promise<void> {
    const printer = this.get(name);
    const configuration = withSecrets(written, printer.configuration);
    await this.#factory.make(configuration, this.#placeOf(printer));
    await this.#storeNext(name, configuration);
  }

  /** Discards the configuration that `reconfigureLater` stored. Throws `not-found` if there is none. */
  async discardNext(name: string): Promise<void> {
    if (this.#next.has(this.get(name).name)) return this.#storeNext(name, undefined);
    const instance = `${printerPath(name)}/pendingConfiguration`;
    throw new ProblemError('not-found', { detail: `No configuration of "${name}" waits for the end of a job.`, instance });
  }

  async #storeNext(name: string, next: PrinterConfiguration | undefined): Promise<void> {
    const stored = next ? JSON.stringify(next) : null;
    await this.#options.db.updateTable('printers').set({ next_config: stored }).where('name', '=', name).execute();
    if (next) this.#next.set(name, next);
    else this.#next.delete(name);
  }

  /**
   * Takes the device that answers instead of the expected one, with the settings of the printer. Returns it. Throws `not-found`, and
   * `no-other-device` if the expected one answers or none.
   */
  async acceptDevice(name: string, by: string, forgetDevice: Write): Promise<EngineIdentity> {
    const printer = this.get(name);
    const { configuration } = printer;
    const found = this.otherDevice(name);
    if (!found || !configuration) throw noOtherDevice(name);
    const engine = await this.#factory.make(configuration, { ...this.#placeOf(printer), expected: found });
    const stored = await inTransaction(this.#options.db, async (trx) => {
      await forgetDevice(trx);
      return this.#devices.accept(name, { found, by }, trx);
    });
    this.#devices.load(name, stored);
    await printer.replace({ engine, configuration });
    return found;
  }

  /** Renames a printer in place; `move` renames what is stored about it. Throws `not-found` and `name-taken`. */
  async rename({ name, to }: NewName, move: Write): Promise<void> {
    const printer = this.get(name);
    await inTransaction(this.#options.db, async (trx) => {
      if (!(await renameRow({ table: 'printers', word: 'printer', path: 'printers' }, { name, to }, trx))) throw printerNotFound(name);
      await move(trx);
    });
    this.#printers = new Map([...this.#printers].map(([key, value]) => [key === name ? to : key, value]));
    renameKey(this.#positions, { name, to });
    renameKey(this.#unusable, { name, to });
    renameKey(this.#next, { name, to });
    this.#devices.rename(name, to);
    printer.rename(to);
  }

  /** The configuration that `reconfigureLater` stored; undefined if there is none. */
  nextConfiguration(name: string): PrinterConfiguration | undefined {
    return this.#next.get(name);
  }

  /** Starts or stops a printer, also after the next restart. Throws `not-found`. */
  async setEnabled(name: string, isEnabled: boolean): Promise<void> {
    const printer = this.get(name);
    const enabled = isEnabled ? 1 : 0;
    await this.#options.db.updateTable('printers').set({ enabled }).where('name', '=', name).execute();
    await printer.setEnabled(isEnabled);
  }

  /** Stops a printer and removes it. Its prints and its history stay. Throws `not-found`. */
  async remove(name: string, forget: Write): Promise<void> {
    const printer = this.get(name);
    await inTransaction(this.#options.db, async (trx) => {
      await deletePrinter(name, trx);
      await forget(trx);
    });
    this.#printers.delete(name);
    this.#positions.delete(name);
    this.#unusable.delete(name);
    this.#next.delete(name);
    this.#devices.forget(name);
    await printer.stop();
  }

  /** The printers whose stored configuration is invalid, with the reason. */
  unusable(): { name: string; reason: string }[] {
    return [...this.#unusable].map(([name, reason]) => ({ name, reason }));
  }

  /** Starts all engines; in safe mode none, and every printer reports why. */
  async start(): Promise<void> {
    if (this.#options.isSafeMode) {
      for (const printer of this.all()) printer.keepStopped(statusError('safe-mode'));
      return;
    }
    await Promise.all(this.all().map((printer) => printer.start()));
  }

  async stop(): Promise<void> {
    await Promise.all(this.all().map((printer) => printer.stop()));
  }

  /** All printers, in order. */
  all(): Printer[] {
    return [...this.#printers.values()];
  }

  names(): string[] {
    return [...this.#printers.keys()];
  }

  async list(): Promise<[string, PrinterProperties][]> {
    return this.all().map(({ name, properties }) => [name, properties]);
  }

  /** The clocks of printers that have one, in milliseconds since the epoch. */
  clocks(): [string, number][] {
    return this.all().flatMap(({ name, engine }): [string, number][] => {
      const shown = engine.clock?.();
      return shown === undefined ? [] : [[name, shown]];
    });
  }

  /** Throws `not-found`. */
  get(name: string): Printer {
    const printer = this.#printers.get(name);
    if (!printer) throw printerNotFound(name);
    return printer;
  }

  /**
   * The only printer of a controller. With several, throws `printer-required` naming those in `known`, the ones that the client may see.
   */
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

  /** Sets a printer's conveyor. */
  setConveyor(name: string, conveyor: Conveyor): void {
    const engine = this.#conveyorOf(name);
    this.#refuseInSafeMode();
    engine.set(conveyor);
  }

  /** Replaces an ink supply with a full one. Throws `not-found` for an unknown supply. */
  async refill(name: string, supply: string): Promise<void> {
    const printer = this.get(name);
    this.#refuseInSafeMode();
    await refillSupply(printer, supply);
  }

  /** Creates a printer from its row. One whose configuration is invalid stays STOPPED. */
  async #load({ name, position, config, enabled, device, next_config: next }: PrinterRow): Promise<Printer> {
    const { log, publish, now } = this.#options;
    const frames = new FrameLog(now);
    this.#devices.load(name, device);
    if (next !== null) this.#loadNext(name, next);
    const expected = this.#devices.expected(name);
    const { fault, ...configured } = await this.#factory.makeStored(config, { position, frames, expected });
    if (fault !== undefined) this.#unusable.set(name, fault);
    const onDevice = (printer: string, found: EngineIdentity) => void this.#devices.answered(printer, found);
    const printer = new Printer({ name, isEnabled: enabled === 1, log, publish, frames, onDevice, ...configured });
    this.#positions.set(name, position);
    this.#printers.set(name, printer);
    return printer;
  }

  /** One that cannot be understood takes no effect, and stays stored until another one replaces it. */
  #loadNext(name: string, stored: string): void {
    try {
      this.#next.set(name, parseConfiguration(stored));
    } catch (error) {
      this.#options.log.error(`the configuration of "${name}" that waits for the end of a job cannot be used`, error);
    }
  }

  #placeOf({ name, frames }: Printer) {
    return { position: this.#positions.get(name) ?? 0, frames, expected: this.#devices.expected(name) };
  }

  #unreadable(name: string): ProblemError {
    const reason = this.#unusable.get(name) ?? 'its configuration cannot be understood';
    return new ProblemError('content-unusable', {
      detail: `The printer "${name}" cannot be used: ${reason}.`,
      instance: printerPath(name),
    });
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

function renameKey<Value>(map: Map<string, Value>, { name, to }: NewName): void {
  const value = map.get(name);
  if (value === undefined) return;
  map.delete(name);
  map.set(to, value);
}

import type { EngineIdentity } from '#contract/api-v3/engine.ts';
import { printerDeviceSchema, type PrinterDevice } from '#contract/api-v3/printer-configuration.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { isOtherDevice } from '../engines/expected-device.ts';
import type { Publish } from '../events/events.ts';
import type { Log } from '#process/log.ts';
import { tryStored } from '../stored-content/stored-json.ts';

export interface PrinterDevicesOptions {
  db: ControllerDatabase;
  /** Milliseconds since the epoch. */
  now: () => number;
  log: Log;
  publish: Publish;
}

/** Which device prints for each printer. The first one that answers is stored; another one needs a person's acceptance. */
export class PrinterDevices {
  readonly #options: PrinterDevicesOptions;
  readonly #devices = new Map<string, PrinterDevice>();

  constructor(options: PrinterDevicesOptions) {
    this.#options = options;
  }

  /** Takes over what is stored. A text that cannot be read counts as unknown. */
  load(printer: string, stored: string | null): void {
    this.#devices.delete(printer);
    if (stored === null) return;
    const read = tryStored(printerDeviceSchema, stored);
    if ('fault' in read)
      this.#options.log.warn(`${printer}: the stored device cannot be read, the next one that answers is taken: ${read.fault}`);
    else this.#devices.set(printer, read.value);
  }

  find(printer: string): PrinterDevice | undefined {
    return this.#devices.get(printer);
  }

  /** The device of the printer, without the circumstances of its acceptance. */
  expected(printer: string): EngineIdentity | undefined {
    const device = this.#devices.get(printer);
    return device && identityOf(device);
  }

  /** Stores the first device that answers, and what a known one says newly about itself. Never rejects: it is tried again with the next start. */
  async answered(printer: string, found: EngineIdentity): Promise<void> {
    const { db, now, log, publish } = this.#options;
    const known = this.#devices.get(printer);
    if (known && isOtherDevice(known, found)) return;
    const device = { since: new Date(now()).toISOString(), ...known, ...found };
    if (known && JSON.stringify(identityOf(device)) === JSON.stringify(identityOf(known))) return;
    this.#devices.set(printer, device);
    try {
      await db
        .updateTable('printers')
        .set({ device: JSON.stringify(device) })
        .where('name', '=', printer)
        .execute();
      publish({ type: 'printer:changed', printer });
    } catch (error) {
      log.warn(`${printer}: its device could not be stored`, error);
    }
  }

  /** Stores that a person accepted a device. Takes effect with `load`, once the transaction is committed. Returns what was stored. */
  async accept(printer: string, { found, by }: { found: EngineIdentity; by: string }, trx: ControllerTransaction): Promise<string> {
    const replaced = this.expected(printer);
    const device = { ...found, since: new Date(this.#options.now()).toISOString(), acceptedBy: by, ...(replaced && { replaced }) };
    const stored = JSON.stringify(device satisfies PrinterDevice);
    await trx.updateTable('printers').set({ device: stored }).where('name', '=', printer).execute();
    return stored;
  }

  /** The printer has another address or was removed: the next device that answers is its first one. */
  forget(printer: string): void {
    this.#devices.delete(printer);
  }

  rename(printer: string, to: string): void {
    const device = this.#devices.get(printer);
    this.#devices.delete(printer);
    if (device) this.#devices.set(to, device);
  }
}

function identityOf({ model, serial, firmware }: PrinterDevice): EngineIdentity {
  return { ...(model !== undefined && { model }), ...(serial !== undefined && { serial }), ...(firmware !== undefined && { firmware }) };
}

import { EventEmitter } from 'node:events';
import {
  signalDeviceSchema,
  type Forcing,
  type OutputCondition,
  type SignalDevice,
  type SignalDeviceList,
  type Signals,
  type SignalTest,
  type VirtualInput,
} from '#contract/api-v3/signal-device.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import type { WriteCondition } from '#storage/database/write-condition.ts';
import type { Events, Publish } from '../events/events.ts';
import type { Log } from '#process/log.ts';
import { TaskQueue } from '../platform/task-queue.ts';
import { readStored, tryStored } from '../stored-content/stored-json.ts';
import { ConditionFollower } from './condition-follower.ts';
import type { LineInputChange, LinePrinters } from './line-ports.ts';
import { RunningDevice } from './running-device.ts';
import { testDevice, type DriverDeps } from './signal-drivers.ts';

/** The most devices of a controller. */
const MAX_DEVICES = 32;

export interface SignalDevicesOptions extends DriverDeps {
  db: ControllerDatabase;
  printers: LinePrinters;
  events: Events;
  publish: Publish;
  /** Devices are not connected. */
  isSafeMode: boolean;
  log: Log;
}

/** The devices with inputs and outputs of the line: product detectors, beacons, signals from and to other machines. */
export class SignalDevices {
  /** Changes of the inputs "line running", "external stop" and "acknowledge", and their first levels; `ended`: a device is read no more. */
  readonly lineInputs = new EventEmitter<{ changed: [LineInputChange]; ended: [device: string] }>();
  readonly #options: SignalDevicesOptions;
  readonly #running = new Map<string, RunningDevice>();
  readonly #changes = new TaskQueue();
  readonly #follower: ConditionFollower;

  constructor(options: SignalDevicesOptions) {
    this.#options = options;
    this.#follower = new ConditionFollower({ ...options, devices: () => this.#running.values() });
  }

  /** Connects to all devices. Call it when the printers take triggers. */
  async start(): Promise<void> {
    const { db, log, isSafeMode } = this.#options;
    if (isSafeMode) return;
    for (const { name, device } of await db.selectFrom('signal_devices').selectAll().orderBy('name').execute()) {
      const read = tryStored(signalDeviceSchema, device);
      if ('fault' in read) log.error(`the signal device "${name}" is stored in a form that cannot be used: ${read.fault}`);
      else this.#run(name, read.value);
    }
    this.#follower.start();
  }

  /** Sets all outputs to their safe states, and disconnects. */
  async stop(): Promise<void> {
    this.#follower.stop();
    await this.#changes.run(async () => {
      await Promise.all([...this.#running.values()].map((device) => device.stop()));
      this.#running.clear();
    });
  }

  async list(): Promise<SignalDeviceList> {
    const rows = await this.#options.db.selectFrom('signal_devices').selectAll().orderBy('name').execute();
    return rows.map(({ name, device }) => ({ name, device: parse(name, device), contact: this.#contactOf(name) }));
  }

  /** Throws `not-found` and `content-unusable`. */
  async get(name: string, db: ControllerDatabase | ControllerTransaction = this.#options.db): Promise<SignalDevice> {
    const row = await db.selectFrom('signal_devices').selectAll().where('name', '=', name).executeTakeFirst();
    if (!row) throw missing(name);
    return parse(name, row.device);
  }

  /** Adds or replaces a device, and connects to it. Throws `invalid-input` naming the field at fault, and what the condition throws. */
  async put(name: string, device: SignalDevice, condition?: WriteCondition): Promise<'created' | 'replaced'> {
    this.#refuseUnknownPrinters(device);
    return this.#changes.run(async () => {
      const { db, publish, isSafeMode } = this.#options;
      const result = await inTransaction(db, async (trx) => {
        await condition?.(trx);
        publish({ type: 'signal-devices:changed' }, trx);
        return store(name, device, trx);
      });
      await this.#end(name);
      if (!isSafeMode) this.#run(name, device);
      return result;
    });
  }

  /** Sets the outputs of a device to their safe states, and removes it. Throws `not-found`, and what the condition throws. */
  async remove(name: string, condition?: WriteCondition): Promise<void> {
    await this.#changes.run(async () => {
      const { db, publish } = this.#options;
      await inTransaction(db, async (trx) => {
        await condition?.(trx);
        const { numDeletedRows } = await trx.deleteFrom('signal_devices').where('name', '=', name).executeTakeFirst();
        if (numDeletedRows === 0n) throw missing(name);
        publish({ type: 'signal-devices:changed' }, trx);
      });
      await this.#end(name);
    });
  }

  /** Connects to a device and reads it once, without storing it. Switches nothing. Never rejects. */
  test(device: SignalDevice): Promise<SignalTest> {
    return testDevice(device, this.#options);
  }

  /** The live view. Throws `not-found`. */
  signals(name: string): Signals {
    return this.#get(name).signals();
  }

  /** Sets an output for a time, whatever its condition. Throws `not-found`. */
  force(name: string, channel: number, forcing: Forcing): void {
    this.#get(name).force(channel, forcing);
  }

  /** Lets an output follow its condition again. Throws `not-found`. */
  release(name: string, channel: number): void {
    this.#get(name).release(channel);
  }

  /** Sets an input of a virtual device. Throws `not-found`, and `faults-missing` for another device. */
  setInput(name: string, channel: number, input: VirtualInput): void {
    this.#get(name).setInput(channel, input);
  }

  /** A product of a printer must be thrown out: the outputs with this condition are switched on once. */
  reject(printer: string): void {
    for (const device of this.#running.values()) device.reject(printer);
  }

  /** Whether an output is switched by this condition of the printer. */
  hasOutput(condition: OutputCondition, printer: string): boolean {
    const outputs = [...this.#running.values()].flatMap(({ device }) => device.outputs);
    return outputs.some((output) => output.condition === condition && (output.printer ?? printer) === printer);
  }

  /** Whether a line is stopped may have changed. */
  refreshConditions(): void {
    this.#follower.refreshSoon();
  }

  /** Devices that name the printer are connected again with its new name. */
  async printerRenamed(printer: string, to: string): Promise<void> {
    for (const [name, { device }] of this.#running) {
      const text = JSON.stringify(device, (key, value: unknown) => (key === 'printer' && value === printer ? to : value));
      if (text !== JSON.stringify(device)) await this.put(name, signalDeviceSchema.parse(JSON.parse(text)));
    }
  }

  #run(name: string, device: SignalDevice): void {
    const running = new RunningDevice({
      ...this.#options,
      ...{ name, device },
      onLineInput: (change) => this.#lineInputChanged(change),
      onContact: () => this.#options.publish({ type: 'signal-devices:changed' }),
    });
    this.#running.set(name, running);
    running.start();
    this.#follower.refreshSoon();
  }

  async #end(name: string): Promise<void> {
    const running = this.#running.get(name);
    await running?.stop();
    this.#running.delete(name);
    if (running) this.lineInputs.emit('ended', name);
  }

  #lineInputChanged(change: LineInputChange): void {
    const { device, input, kind, printer, isOn } = change;
    this.#options.publish({ type: 'line-input:changed', device, input, kind, isOn, ...(printer !== undefined && { printer }) });
    this.lineInputs.emit('changed', change);
  }

  #get(name: string): RunningDevice {
    const found = this.#running.get(name);
    if (!found) throw missing(name);
    return found;
  }

  #contactOf(name: string): SignalDeviceList[number]['contact'] {
    return this.#running.get(name)?.contact ?? { isConnected: false, reason: 'the controller is in safe mode' };
  }

  #refuseUnknownPrinters({ inputs, outputs, jobs }: SignalDevice): void {
    const known = new Set(this.#options.printers.names());
    const named: [string, string | undefined][] = [
      ...inputs.map(({ function: role }, at): [string, string | undefined] => [
        `/inputs/${at}/function/printer`,
        'printer' in role ? role.printer : undefined,
      ]),
      ...outputs.map(({ printer }, at): [string, string | undefined] => [`/outputs/${at}/printer`, printer]),
      ...jobs.map(({ printer }, at): [string, string | undefined] => [`/jobs/${at}/printer`, printer]),
    ];
    const errors = named.flatMap(([pointer, printer]) =>
      printer === undefined || known.has(printer) ? [] : [{ pointer, detail: `there is no printer "${printer}"` }],
    );
    if (errors.length === 0) return;
    throw new ProblemError('invalid-input', { detail: errors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('; '), errors });
  }
}

async function store(name: string, device: SignalDevice, trx: ControllerTransaction): Promise<'created' | 'replaced'> {
  const values = { device: JSON.stringify(device) };
  const { numUpdatedRows } = await trx.updateTable('signal_devices').set(values).where('name', '=', name).executeTakeFirst();
  if (numUpdatedRows > 0n) return 'replaced';
  const { count } = await trx
    .selectFrom('signal_devices')
    .select((rows) => rows.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= MAX_DEVICES)
    throw new ProblemError('too-many-requests', { detail: `A controller has at most ${MAX_DEVICES} signal devices.` });
  await trx
    .insertInto('signal_devices')
    .values({ name, ...values })
    .execute();
  return 'created';
}

function parse(name: string, device: string): SignalDevice {
  return readStored(signalDeviceSchema, device, { title: `signal device "${name}"`, instance: pathOf(name) });
}

function missing(name: string): ProblemError {
  return new ProblemError('not-found', { detail: `There is no signal device "${name}".`, instance: pathOf(name) });
}

function pathOf(name: string): string {
  return `/api/v3/signalDevices/${encodeURIComponent(name)}`;
}

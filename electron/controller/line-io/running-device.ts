import type { Forcing, SignalContact, SignalDevice, Signals, VirtualInput } from '#contract/api-v3/signal-device.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Log } from '#process/log.ts';
import type { TimerHandle } from '../platform/timers.ts';
import { DeviceInputs } from './device-inputs.ts';
import { DeviceOutputs, type ConditionsByPrinter } from './device-outputs.ts';
import type { LineInputChange, LinePrinters } from './line-ports.ts';
import type { SignalDriver } from './drivers/signal-driver.ts';
import { channelCounts, makeDriver, type DriverDeps } from './signal-drivers.ts';

export interface RunningDeviceOptions extends DriverDeps {
  name: string;
  device: SignalDevice;
  printers: LinePrinters;
  log: Log;
  onLineInput: (change: LineInputChange) => void;
  onContact: () => void;
}

/** One device of the line while the controller runs. */
export class RunningDevice {
  readonly #options: RunningDeviceOptions;
  readonly #driver: SignalDriver;
  readonly #inputs: DeviceInputs;
  readonly #outputs: DeviceOutputs;
  /** Inputs of the virtual device that go back by themselves, by channel. */
  readonly #returns = new Map<number, TimerHandle>();
  #contact: SignalContact = { isConnected: false };

  constructor(options: RunningDeviceOptions) {
    const { name, device, printers, onLineInput } = options;
    this.#options = options;
    this.#driver = makeDriver(device, options);
    this.#inputs = new DeviceInputs({
      ...{ name, device, printers, counterModulus: this.#driver.counterModulus },
      onLineInput: (change) => onLineInput({ device: name, ...change }),
    });
    this.#outputs = new DeviceOutputs({ ...options, driver: this.#driver });
  }

  get device(): SignalDevice {
    return this.#options.device;
  }

  get contact(): SignalContact {
    return this.#contact;
  }

  start(): void {
    const { monotonicNow } = this.#options;
    this.#outputs.start();
    this.#driver.start({
      connected: () => {
        this.#inputs.restart();
        this.#setContact({ isConnected: true });
      },
      inputsRead: (reading) => this.#inputs.read(reading, monotonicNow()),
      outputsRead: (levels) => this.#outputs.read(levels),
      disconnected: (reason) => {
        this.#inputs.forget();
        this.#outputs.read();
        this.#setContact({ isConnected: false, reason });
      },
    });
  }

  /** Sets the outputs to their safe states, and ends. */
  async stop(): Promise<void> {
    for (const handle of this.#returns.values()) this.#options.timers.clearTimeout(handle);
    this.#outputs.stop();
    await this.#driver.stop();
  }

  /** The printers whose conditions decide about an output; undefined: all of them. */
  followedPrinters(): Set<string | undefined> {
    return this.#outputs.printers();
  }

  follow(conditions: ConditionsByPrinter): void {
    this.#outputs.follow(conditions);
  }

  reject(printer: string): void {
    if (this.#outputs.reject(printer)) return;
    this.#options.log.error(`${this.#options.name}: too many rejects of ${printer} wait for their delay; one was dropped`);
  }

  /** Throws `not-found` for a channel that the device does not have. */
  force(channel: number, forcing: Forcing): void {
    this.#refuseUnknown('outputs', channel);
    this.#options.log.warn(`${this.#options.name}: output ${channel} is forced ${forcing.on ? 'on' : 'off'} for ${forcing.forMs} ms`);
    this.#outputs.force(channel, forcing);
  }

  /** Throws `not-found` for a channel that the device does not have. */
  release(channel: number): void {
    this.#refuseUnknown('outputs', channel);
    this.#outputs.release(channel);
  }

  /** Throws `faults-missing` for a device that is not virtual, and `not-found` for a channel that it does not have. */
  setInput(channel: number, { on, forMs }: VirtualInput): void {
    const { name, timers } = this.#options;
    const driver = this.#driver;
    if (!driver.setInput) {
      throw new ProblemError('faults-missing', { detail: `"${name}" is not virtual: its inputs are set by the line.` });
    }
    this.#refuseUnknown('inputs', channel);
    const earlier = this.#returns.get(channel);
    if (earlier !== undefined) timers.clearTimeout(earlier);
    this.#returns.delete(channel);
    driver.setInput(channel, on);
    if (forMs !== undefined)
      this.#returns.set(
        channel,
        timers.setTimeout(() => driver.setInput?.(channel, !on), forMs),
      );
  }

  /** The live view. */
  signals(): Signals {
    const { inputs, outputs } = channelCounts(this.device.connection);
    return { contact: this.#contact, inputs: this.#inputs.view(inputs), outputs: this.#outputs.view(outputs), faults: this.#faults() };
  }

  #faults(): string[] {
    const roles = this.device.inputs.map((input) => input.function);
    const printers = new Set(roles.flatMap((role) => (role.kind === 'product-detector' ? [role.printer] : [])));
    const faults = [...printers].map((printer) => this.#options.printers.findDetectorFault(printer));
    return faults.filter((fault) => fault !== undefined);
  }

  #refuseUnknown(list: 'inputs' | 'outputs', channel: number): void {
    const isKnown = this.device[list].some((signal) => signal.channel === channel) || channel < channelCounts(this.device.connection)[list];
    if (isKnown) return;
    const { name } = this.#options;
    throw new ProblemError('not-found', {
      detail: `"${name}" has no ${list === 'inputs' ? 'input' : 'output'} ${channel}.`,
      instance: `/api/v3/signalDevices/${encodeURIComponent(name)}`,
    });
  }

  #setContact(contact: SignalContact): void {
    const { isConnected, reason } = this.#contact;
    if (isConnected === contact.isConnected && reason === contact.reason) return;
    this.#contact = contact;
    const { name, log, onContact } = this.#options;
    if (contact.isConnected) log.info(`${name} is connected`);
    else log.warn(`${name} is not connected: ${contact.reason}`);
    onContact();
  }
}

import type { ModbusConnection, SignalTest } from '#contract/api-v3/signal-device.ts';
import { DeviceConnection } from '../../engines/connection/device-connection.ts';
import { ModbusClient } from '../../engines/connection/modbus/modbus-client.ts';
import { frameModbus, type ModbusMessage } from '../../engines/connection/modbus/modbus-frames.ts';
import { PollLoop } from '../../engines/connection/poll-loop.ts';
import { FrameLog } from '../../engines/frame-log.ts';
import type { Timers } from '../../platform/timers.ts';
import { withinLimit } from '../../platform/time-limit.ts';
import type { SignalDriver, SignalDriverListener, UsedChannels } from './signal-driver.ts';
import { ModbusModule } from './modbus-module.ts';

/** Milliseconds from one comparison of the outputs with what they are to be to the next. */
const COMPARE_INTERVAL = 1_000;
/** Milliseconds that the last levels may take at the end. */
const END_LIMIT = 1_000;
const TEST_LIMIT = 5_000;

export interface ModbusDriverOptions {
  connection: ModbusConnection;
  used: UsedChannels;
  timers: Timers;
  /** Monotonic milliseconds. */
  monotonicNow: () => number;
}

/** A Modbus TCP module: reads its inputs again and again, and writes an output when it is to change. */
export class ModbusDriver implements SignalDriver {
  readonly #options: ModbusDriverOptions;
  readonly #socket: DeviceConnection<ModbusMessage>;
  readonly #module: ModbusModule;
  readonly #loop: PollLoop;
  readonly #wanted = new Map<number, boolean>();
  #listener: SignalDriverListener | undefined;
  #isPrepared = false;
  #pollStarted = 0;
  #comparedAt = -Infinity;

  constructor(options: ModbusDriverOptions) {
    this.#options = options;
    const { connection, timers, monotonicNow } = options;
    this.#socket = openable(options, {
      onOpen: () => this.#loop.restart(0),
      onClosed: (reason) => this.#closed(reason),
    });
    this.#module = new ModbusModule(new ModbusClient({ connection: this.#socket, unit: connection.unit }), connection);
    this.#loop = new PollLoop({
      timers,
      poll: (isCurrent) => this.#poll(isCurrent),
      pause: () => Math.max(0, connection.pollInterval - (monotonicNow() - this.#pollStarted)),
      onError: (error) => this.#failed(error),
    });
  }

  get counterModulus(): number {
    return this.#module.counterModulus;
  }

  start(listener: SignalDriverListener): void {
    this.#listener = listener;
    this.#socket.start();
  }

  write(channel: number, isOn: boolean): void {
    this.#wanted.set(channel, isOn);
    if (this.#isPrepared) this.#module.writeOutput(channel, isOn).catch((error: unknown) => this.#failed(error));
  }

  async stop(): Promise<void> {
    this.#loop.stop();
    this.#listener = undefined;
    if (this.#isPrepared) await withinLimit(this.#writeAll(), END_LIMIT, this.#options.timers).catch(() => this.#socket.stop());
    this.#socket.stop();
  }

  async #poll(isCurrent: () => boolean): Promise<void> {
    this.#pollStarted = this.#options.monotonicNow();
    if (!this.#isPrepared) {
      await this.#module.prepare(this.#options.used);
      await this.#writeAll();
    }
    const inputs = await this.#module.readInputs();
    const counters = await this.#module.readCounters(this.#options.used.counters);
    const outputs = await this.#compareOutputs();
    if (!isCurrent()) return;
    if (!this.#isPrepared) this.#listener?.connected();
    this.#isPrepared = true;
    this.#listener?.read({ inputs, counters, ...(outputs && { outputs }) });
  }

  /** Sets the outputs again that the module has changed, for example because it was restarted. */
  async #compareOutputs(): Promise<ReadonlyMap<number, boolean> | undefined> {
    if (this.#pollStarted - this.#comparedAt < COMPARE_INTERVAL) return undefined;
    this.#comparedAt = this.#pollStarted;
    const before = new Map(this.#wanted);
    const outputs = await this.#module.readOutputs();
    for (const [channel, isOn] of this.#wanted) {
      if (before.get(channel) === isOn && outputs.get(channel) !== isOn) await this.#module.writeOutput(channel, isOn);
    }
    return outputs;
  }

  async #writeAll(): Promise<void> {
    for (const [channel, isOn] of this.#wanted) await this.#module.writeOutput(channel, isOn);
  }

  /** A device that answers with a refusal is there, but it is not read. */
  #failed(error: unknown): void {
    this.#listener?.disconnected(error instanceof Error ? error.message : String(error));
    this.#isPrepared = false;
  }

  #closed(reason: string): void {
    this.#loop.stop();
    this.#isPrepared = false;
    this.#comparedAt = -Infinity;
    this.#listener?.disconnected(reason);
  }
}

/** Connects to a module, and reads its inputs and outputs once. Switches nothing. Never rejects. */
export async function testModbus(options: ModbusDriverOptions): Promise<SignalTest> {
  const { connection, timers, used } = options;
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const socket = openable(options, { onOpen: () => resolve(undefined), onClosed: (reason) => reject(new Error(reason)) });
  const module = new ModbusModule(new ModbusClient({ connection: socket, unit: connection.unit }), connection);
  const read = async () => {
    await promise;
    const inputs = await module.readInputs();
    await module.readCounters(used.counters);
    return { reachable: true, inputs: [...inputs.values()], outputs: [...(await module.readOutputs()).values()] };
  };
  try {
    socket.start();
    return await withinLimit(read(), TEST_LIMIT, timers);
  } catch (error) {
    return { reachable: false, reason: error instanceof Error ? error.message : String(error), inputs: [], outputs: [] };
  } finally {
    socket.stop();
  }
}

function openable(
  { connection: { host, port }, timers }: ModbusDriverOptions,
  events: { onOpen: () => void; onClosed: (reason: string) => void },
): DeviceConnection<ModbusMessage> {
  return new DeviceConnection({ host, port, framing: frameModbus, timers, frames: new FrameLog(() => 0), ...events });
}

import type { ModbusConnection, SignalTest } from '#contract/api-v3/signal-device.ts';
import { DeviceConnection } from '../../engines/connection/device-connection.ts';
import { ModbusClient } from '../../engines/connection/modbus/modbus-client.ts';
import { frameModbus, type ModbusMessage } from '../../engines/connection/modbus/modbus-frames.ts';
import { PollLoop } from '../../engines/connection/poll-loop.ts';
import { FrameLog } from '../../engines/frame-log.ts';
import type { Timers } from '../../platform/timers.ts';
import { withinLimit } from '../../platform/time-limit.ts';
import { ModbusModule } from './modbus-module.ts';
import { PollGrid } from './poll-grid.ts';
import type { SignalDriver, SignalDriverListener, UsedChannels } from './signal-driver.ts';

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

/** A Modbus TCP module: reads its inputs at fixed intervals, and writes an output when it is to change. */
export class ModbusDriver implements SignalDriver {
  readonly #options: ModbusDriverOptions;
  readonly #socket: DeviceConnection<ModbusMessage>;
  readonly #module: ModbusModule;
  readonly #loop: PollLoop;
  readonly #grid: PollGrid;
  readonly #wanted = new Map<number, boolean>();
  #listener: SignalDriverListener | undefined;
  #isPrepared = false;
  #comparedAt = 0;

  constructor(options: ModbusDriverOptions) {
    this.#options = options;
    const { connection, timers, monotonicNow } = options;
    this.#socket = openable(options, {
      onOpen: () => this.#opened(),
      onClosed: (reason) => this.#closed(reason),
    });
    this.#module = new ModbusModule(new ModbusClient({ connection: this.#socket, unit: connection.unit }), connection);
    this.#grid = new PollGrid(connection.pollInterval);
    this.#loop = new PollLoop({
      timers,
      poll: (isCurrent) => this.#poll(isCurrent),
      pause: () => this.#grid.takeNext(monotonicNow()),
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

  /** Nothing is asked between the answer with the inputs and what they trigger. */
  async #poll(isCurrent: () => boolean): Promise<void> {
    if (!this.#isPrepared) await this.#prepare();
    const inputs = await this.#module.readInputs();
    const counters = await this.#module.readCounters(this.#options.used.counters);
    if (!isCurrent()) return;
    if (!this.#isPrepared) this.#listener?.connected();
    this.#isPrepared = true;
    this.#listener?.inputsRead({ inputs, counters });
    if (this.#options.monotonicNow() - this.#comparedAt >= COMPARE_INTERVAL) await this.#compareOutputs(isCurrent);
  }

  /** Sets up the module. It is not connected while it refuses to tell its outputs. */
  async #prepare(): Promise<void> {
    await this.#module.prepare(this.#options.used);
    await this.#writeAll();
    await this.#module.readOutputs();
    this.#comparedAt = -Infinity;
  }

  /** Sets the outputs again that the module has changed, for example because it was restarted. */
  async #compareOutputs(isCurrent: () => boolean): Promise<void> {
    this.#comparedAt = this.#options.monotonicNow();
    const before = new Map(this.#wanted);
    const outputs = await this.#module.readOutputs();
    if (isCurrent()) this.#listener?.outputsRead(outputs);
    for (const [channel, isOn] of this.#wanted) {
      if (before.get(channel) === isOn && outputs.get(channel) !== isOn) await this.#module.writeOutput(channel, isOn);
    }
  }

  async #writeAll(): Promise<void> {
    for (const [channel, isOn] of this.#wanted) await this.#module.writeOutput(channel, isOn);
  }

  /** A device that answers with a refusal is there, but it is not read. */
  #failed(error: unknown): void {
    this.#listener?.disconnected(error instanceof Error ? error.message : String(error));
    this.#isPrepared = false;
  }

  #opened(): void {
    this.#grid.restart(this.#options.monotonicNow());
    this.#loop.restart(0);
  }

  #closed(reason: string): void {
    this.#loop.stop();
    this.#isPrepared = false;
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

import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { GpioConnection, SignalTest } from '#contract/api-v3/signal-device.ts';
import { PollLoop } from '../../engines/connection/poll-loop.ts';
import type { Timers } from '../../platform/timers.ts';
import type { SignalDriver, SignalDriverListener, UsedChannels } from './signal-driver.ts';

const run = promisify(execFile);

/** Milliseconds from one reading to the next, for the debouncing; every edge is read at once too. */
const INTERVAL = 20;
const RETRY_PAUSE = 2_000;
const ANSWER_LIMIT = 2_000;
/** One line of `gpiomon`: 0 for a falling or 1 for a rising edge, and the line of the chip. */
const EDGE = /^([01]) (\d{1,3})$/;

export interface GpioDriverOptions {
  connection: GpioConnection;
  used: UsedChannels;
  timers: Timers;
}

/**
 * Lines of a GPIO chip of Linux, by the tools of `gpiod` 1.6: `gpiomon` reports edges, `gpioset` holds each output. Not tried on hardware. An
 * output is free for a moment when it changes, because another process takes it.
 */
export class GpioDriver implements SignalDriver {
  /** There are no counters. */
  readonly counterModulus = 2 ** 32;
  readonly #options: GpioDriverOptions;
  readonly #loop: PollLoop;
  readonly #inputs = new Map<number, boolean>();
  readonly #outputs = new Map<number, boolean>();
  readonly #holders = new Map<number, ChildProcess>();
  #monitor: ChildProcess | undefined;
  #listener: SignalDriverListener | undefined;

  constructor(options: GpioDriverOptions) {
    this.#options = options;
    this.#loop = new PollLoop({
      timers: options.timers,
      poll: () => this.#poll(),
      pause: () => (this.#monitor ? INTERVAL : RETRY_PAUSE),
      onError: (error) => this.#failed(error instanceof Error ? error.message : String(error)),
    });
  }

  start(listener: SignalDriverListener): void {
    this.#listener = listener;
    this.#loop.restart(0);
  }

  write(channel: number, isOn: boolean): void {
    this.#outputs.set(channel, isOn);
    this.#holders.get(channel)?.kill();
    const { chip } = this.#options.connection;
    const holder = spawn('gpioset', ['--mode=signal', chip, `${channel}=${isOn ? 1 : 0}`], { stdio: 'ignore' });
    holder.on('error', (error) => this.#failed(error.message));
    this.#holders.set(channel, holder);
  }

  async stop(): Promise<void> {
    this.#loop.stop();
    this.#listener = undefined;
    this.#monitor?.kill();
    for (const holder of this.#holders.values()) holder.kill();
  }

  async #poll(): Promise<void> {
    if (!this.#monitor) await this.#watch();
    this.#read();
  }

  async #watch(): Promise<void> {
    const { connection, used } = this.#options;
    if (used.inputs.length > 0) {
      for (const [channel, isOn] of await readLines(connection.chip, used.inputs)) this.#inputs.set(channel, isOn);
    }
    const monitor = spawn('gpiomon', ['--line-buffered', '--format=%e %o', connection.chip, ...used.inputs.map(String)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#monitor = monitor;
    monitor.on('error', (error) => this.#failed(error.message));
    monitor.on('exit', (code) => this.#ended(monitor, code));
    createInterface({ input: monitor.stdout }).on('line', (line) => this.#edge(line));
    this.#listener?.connected();
  }

  #edge(line: string): void {
    const [, level, channel] = EDGE.exec(line) ?? [];
    if (level === undefined) return;
    this.#inputs.set(Number(channel), level === '1');
    this.#read();
  }

  #read(): void {
    this.#listener?.inputsRead({ inputs: new Map(this.#inputs), counters: new Map() });
    this.#listener?.outputsRead(new Map(this.#outputs));
  }

  #ended(monitor: ChildProcess, code: number | null): void {
    if (this.#monitor !== monitor || this.#options.used.inputs.length === 0) return;
    this.#monitor = undefined;
    this.#failed(`gpiomon ended with ${code}`);
  }

  #failed(reason: string): void {
    this.#listener?.disconnected(reason);
  }
}

/** Reads the inputs of a chip once. Never rejects. */
export async function testGpio({ connection, used }: GpioDriverOptions): Promise<SignalTest> {
  try {
    const levels = used.inputs.length === 0 ? new Map<number, boolean>() : await readLines(connection.chip, used.inputs);
    if (used.inputs.length === 0) await run('gpioinfo', [connection.chip], { timeout: ANSWER_LIMIT });
    return { reachable: true, inputs: [...levels.values()], outputs: [] };
  } catch (error) {
    return { reachable: false, reason: error instanceof Error ? error.message : String(error), inputs: [], outputs: [] };
  }
}

async function readLines(chip: string, channels: readonly number[]): Promise<Map<number, boolean>> {
  const { stdout } = await run('gpioget', [chip, ...channels.map(String)], { timeout: ANSWER_LIMIT });
  const levels = stdout.trim().split(/\s+/);
  return new Map(channels.map((channel, at) => [channel, levels[at] === '1']));
}

import type { Timers } from '../../platform/timers.ts';
import { PollLoop } from '../../engines/connection/poll-loop.ts';
import type { SignalDriver, SignalDriverListener } from './signal-driver.ts';

/** Milliseconds from one reading to the next; every change is read at once too. */
const INTERVAL = 20;
const COUNTS = 2 ** 32;

export interface VirtualDriverOptions {
  inputCount: number;
  outputCount: number;
  timers: Timers;
}

/** A device to train on: its inputs are set by a person, and it counts like a module. Its levels are lost with the controller. */
export class VirtualDriver implements SignalDriver {
  readonly counterModulus = COUNTS;
  readonly #loop: PollLoop;
  readonly #inputs: Map<number, boolean>;
  readonly #outputs: Map<number, boolean>;
  readonly #counters: Map<number, number>;
  #listener: SignalDriverListener | undefined;

  constructor({ inputCount, outputCount, timers }: VirtualDriverOptions) {
    this.#inputs = channelMap(inputCount, false);
    this.#outputs = channelMap(outputCount, false);
    this.#counters = channelMap(inputCount, 0);
    this.#loop = new PollLoop({
      timers,
      poll: async () => this.#read(),
      pause: () => INTERVAL,
      onError: (error) => this.#listener?.disconnected(String(error)),
    });
  }

  start(listener: SignalDriverListener): void {
    this.#listener = listener;
    listener.connected();
    this.#read();
    this.#loop.restart(INTERVAL);
  }

  write(channel: number, isOn: boolean): void {
    this.#outputs.set(channel, isOn);
  }

  async stop(): Promise<void> {
    this.#loop.stop();
    this.#listener = undefined;
  }

  setInput(channel: number, isOn: boolean): void {
    if (isOn && this.#inputs.get(channel) === false) this.#counters.set(channel, ((this.#counters.get(channel) ?? 0) + 1) % COUNTS);
    this.#inputs.set(channel, isOn);
    this.#read();
  }

  #read(): void {
    this.#listener?.inputsRead({ inputs: new Map(this.#inputs), counters: new Map(this.#counters) });
    this.#listener?.outputsRead(new Map(this.#outputs));
  }
}

function channelMap<Value>(count: number, value: Value): Map<number, Value> {
  return new Map(Array.from({ length: count }, (_, channel) => [channel, value]));
}

/** The levels of terminals, by channel. */
export type Levels = ReadonlyMap<number, boolean>;

/** The inputs of a device at one moment. */
export interface InputReading {
  inputs: Levels;
  /** Counts of the module by channel, from 0 to below `counterModulus`, of the inputs that use them. */
  counters: ReadonlyMap<number, number>;
}

export interface SignalDriverListener {
  /** The device answers. The next reading says nothing about the time before it. */
  connected(): void;
  inputsRead(reading: InputReading): void;
  outputsRead(levels: Levels): void;
  /** The device does not answer any more, or yet. */
  disconnected(reason: string): void;
}

/** A device with inputs and outputs. */
export interface SignalDriver {
  /** The count after which counters continue at 0. */
  readonly counterModulus: number;
  /** Reads the device, and connects after every loss, until `stop`. */
  start(listener: SignalDriverListener): void;
  /** The level that an output is to have, now and after every connection. */
  write(channel: number, isOn: boolean): void;
  /** Sets the last levels that were written, if the device answers, and ends. */
  stop(): Promise<void>;
  /** Sets an input, for training; only the virtual device has it. */
  setInput?(channel: number, isOn: boolean): void;
}

/** Which channels a device has, and which of its counters are used. */
export interface UsedChannels {
  inputs: readonly number[];
  outputs: readonly number[];
  counters: readonly number[];
}

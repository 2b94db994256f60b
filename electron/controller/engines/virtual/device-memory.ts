import type { Log } from '#process/log.ts';
import type { TimerHandle, Timers } from '../../platform/timers.ts';
import { readDeviceState, writeDeviceState, type DeviceState } from './state-file.ts';

export interface DeviceMemoryOptions {
  file: string;
  checkFolder: (() => void) | undefined;
  timers: Timers;
  log: Log;
  /** The state at the time of a write. */
  state: () => DeviceState;
}

/** Minimum interval between two writes of the device's state, in milliseconds. */
const WRITE_INTERVAL = 2_000;

/** The memory of a virtual device, which survives a restart: its state is written at intervals and when it stops. */
export class DeviceMemory {
  readonly #options: DeviceMemoryOptions;
  #writing: TimerHandle | undefined;
  #written = Promise.resolve();

  constructor(options: DeviceMemoryOptions) {
    this.#options = options;
  }

  /** The last state; undefined without one that can be read. */
  recall(): DeviceState | undefined {
    const { file, log } = this.#options;
    try {
      return readDeviceState(file);
    } catch (error) {
      log.warn(`the state file of a virtual printer is damaged and is replaced: ${file}`, error);
      return undefined;
    }
  }

  writeSoon(): void {
    this.#writing ??= this.#options.timers.setTimeout(() => void this.write(), WRITE_INTERVAL);
  }

  /** Resolves when all earlier writes have ended. */
  written(): Promise<void> {
    return this.#written;
  }

  /** Never rejects. Writes one after the other, each with the state at that time. */
  write(): Promise<void> {
    if (this.#writing !== undefined) this.#options.timers.clearTimeout(this.#writing);
    this.#writing = undefined;
    this.#written = this.#written.then(() => this.#writeNow());
    return this.#written;
  }

  async #writeNow(): Promise<void> {
    const { file, checkFolder, state, log } = this.#options;
    try {
      checkFolder?.();
      await writeDeviceState(file, state());
    } catch (error) {
      log.error('the memory of a virtual printer could not be written', error);
    }
  }
}

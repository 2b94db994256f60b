import { setTimeout as wait } from 'node:timers/promises';
import { IoModuleEmulator } from '../../../electron/emulators/io-module/io-module-emulator.ts';
import type { IoModuleProfile } from '../../../electron/emulators/io-module/io-tables.ts';
import type { Random } from '#support/random.ts';

/** Milliseconds between two looks. */
const LOOK_EVERY = 2;
/** The longest time in which a module is read again, in milliseconds: a controller that was killed starts within it. */
const READ_PATIENCE = 90_000;
/** A detector without a counter bounces for at most so many readings. */
const MAX_BOUNCES = 2;
/** Output by which the controller shows that it runs. */
export const HEARTBEAT = 7;
/** Milliseconds for which an input without a counter has to hold its level. */
export const DEBOUNCE = 30;

/** An emulated I/O module that knows how often it was read. */
export class ReadModule {
  readonly emulator: IoModuleEmulator;
  #answers = 0;
  #heartbeat = false;
  #beatAt = 0;
  #afterNext: (() => void) | undefined;
  #levels: readonly boolean[] = [];
  /** By output: how often it was switched on. */
  readonly #pulses = new Map<number, number>();

  constructor(profile: IoModuleProfile) {
    this.emulator = new IoModuleEmulator({ profile, onAnswer: () => this.#answered() });
  }

  /** Whether the heartbeat of the controller has come within so many milliseconds. */
  hasHeartbeat(within: number): boolean {
    return performance.now() - this.#beatAt <= within;
  }

  /** How often an output was switched on. */
  pulsesOf(output: number): number {
    return this.#pulses.get(output) ?? 0;
  }

  /** Resolves after so many more answers. Throws if the controller does not read the module. */
  async answered(count: number): Promise<void> {
    const last = this.#answers + count;
    const end = performance.now() + READ_PATIENCE;
    while (this.#answers < last) {
      if (performance.now() > end) throw new Error(`the controller did not read a module within ${READ_PATIENCE} ms`);
      await wait(LOOK_EVERY);
    }
  }

  /** Sets an input for the next answer alone: a busy machine, too, shows this level in one reading only. */
  async showOnce(input: number, isOn: boolean): Promise<void> {
    const { inputs } = this.emulator.tables;
    inputs[input] = isOn;
    this.#afterNext = () => {
      inputs[input] = !isOn;
    };
    await this.answered(3);
  }

  #answered(): void {
    this.#answers += 1;
    this.#afterNext?.();
    this.#afterNext = undefined;
    const levels = [...this.emulator.tables.outputs];
    for (const [output, isOn] of levels.entries())
      if (isOn && this.#levels[output] !== true) this.#pulses.set(output, this.pulsesOf(output) + 1);
    this.#levels = levels;
    const heartbeat = this.emulator.tables.outputs[HEARTBEAT] ?? false;
    if (heartbeat === this.#heartbeat) return;
    this.#heartbeat = heartbeat;
    this.#beatAt = performance.now();
  }
}

/** A product detector: lets one product pass. */
export interface Detector {
  /** Resolves with the pulses that the module has seen, when the product has passed. */
  pass(): Promise<number>;
}

/** A detector whose module counts. A module that was switched off and on does not count until it is told to. */
export class CountedDetector implements Detector {
  readonly #module: ReadModule;
  readonly #channel: number;

  constructor(module: ReadModule, channel: number) {
    this.#module = module;
    this.#channel = channel;
  }

  async pass(): Promise<number> {
    const { tables } = this.#module.emulator;
    const before = tables.counters[this.#channel] ?? 0;
    tables.pass(this.#channel);
    return (tables.counters[this.#channel] ?? 0) - before;
  }
}

/** A detector whose level is read, and which bounces. A product stays in front of it until the controller must have seen it. */
export class BouncingDetector implements Detector {
  readonly #module: ReadModule;
  readonly #channel: number;
  readonly #random: Random;

  constructor(module: ReadModule, channel: number, random: Random) {
    this.#module = module;
    this.#channel = channel;
    this.#random = random;
  }

  async pass(): Promise<number> {
    await this.#become(true);
    await this.#become(false);
    return 1;
  }

  /** The level changes back and forth, and then holds. */
  async #become(isOn: boolean): Promise<void> {
    const { inputs } = this.#module.emulator.tables;
    for (let bounces = this.#random.whole(0, MAX_BOUNCES); bounces > 0; bounces -= 1) {
      await this.#module.showOnce(this.#channel, isOn);
    }
    inputs[this.#channel] = isOn;
    await this.#module.answered(4);
    await wait(DEBOUNCE);
    await this.#module.answered(4);
  }
}

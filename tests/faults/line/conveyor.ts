import { setTimeout as wait } from 'node:timers/promises';
import type { Detector } from './io-modules.ts';

/** Milliseconds between two looks at a conveyor that stands. */
const LOOK_EVERY = 10;

export interface ConveyorOptions {
  detector: Detector;
  /** Milliseconds from one product to the next at full speed. */
  every: number;
  /** Whether the output of the controller stops the line. */
  isStopped: () => boolean;
}

/** Brings products to one product detector. */
export class Conveyor {
  /** Pulses of the detector. */
  pulses = 0;
  /** How many times slower than at full speed it moves. */
  slowness = 1;
  readonly #options: ConveyorOptions;
  #isPassing = false;
  #holds = 0;
  /** When the latest pulses were, in milliseconds of this process. */
  #times: number[] = [];

  constructor(options: ConveyorOptions) {
    this.#options = options;
  }

  /** Moves until it is over. Resolves when no product is in front of the detector. */
  async run(isOver: () => boolean): Promise<void> {
    const { detector, every, isStopped } = this.#options;
    while (!isOver()) {
      if (this.#holds > 0 || isStopped()) {
        await wait(LOOK_EVERY);
        continue;
      }
      this.#isPassing = true;
      const pulses = await detector.pass();
      this.#isPassing = false;
      this.pulses += pulses;
      for (let pulse = 0; pulse < pulses; pulse += 1) this.#times.push(performance.now());
      await wait(every * this.slowness);
    }
  }

  /** Runs an act while no product is in front of the detector, and none comes. */
  async whileEmpty(act: () => void | Promise<void>): Promise<void> {
    this.#holds += 1;
    while (this.#isPassing) await wait(LOOK_EVERY);
    await act();
    this.#holds -= 1;
  }

  /** How many pulses there were since that time, in milliseconds of this process. */
  pulsesSince(time: number): number {
    return this.#times.filter((at) => at >= time).length;
  }
}

import type { EmulatorTimers } from './zpl/emulator-timers.ts';

type Remedy = () => void | Promise<void>;

export interface MishapRunnerOptions {
  /** By name: lets it happen, and returns what ends it, if it lasts. */
  mishaps: Readonly<Record<string, () => Remedy | undefined | Promise<Remedy>>>;
  timers: EmulatorTimers;
  /** Called for each mishap that begins or ends. */
  report: (text: string) => void;
}

/** Between two mishaps, and how long one lasts, in milliseconds. */
const PAUSE = { shortest: 3_000, longest: 15_000 };
const DURATION = { shortest: 1_000, longest: 8_000 };

/** Lets mishaps happen on demand, and at random with a seed: the same seed, the same mishaps. */
export class MishapRunner {
  readonly #options: MishapRunnerOptions;
  readonly #remedies = new Map<string, Remedy>();
  #next: object | number | undefined;

  constructor(options: MishapRunnerOptions) {
    this.#options = options;
  }

  get names(): string[] {
    return Object.keys(this.#options.mishaps);
  }

  /** Begins the mishap, or ends it if it lasts. Rejects for a name that is unknown. */
  async toggle(name: string): Promise<void> {
    const { mishaps, report } = this.#options;
    const remedy = this.#remedies.get(name);
    if (remedy) {
      this.#remedies.delete(name);
      await remedy();
      report(`${name} ends`);
      return;
    }
    const mishap = mishaps[name];
    if (!mishap) throw new Error(`There is no mishap "${name}". There are: ${this.names.join(', ')}.`);
    const lasting = await mishap();
    if (lasting) this.#remedies.set(name, lasting);
    report(lasting ? `${name} begins` : name);
  }

  /** One after the other, until `stop`. */
  runAtRandom(seed: number): void {
    const random = randomNumbers(seed);
    const between = ({ shortest, longest }: { shortest: number; longest: number }) => shortest + random() * (longest - shortest);
    const begin = () => {
      const name = this.names[Math.floor(random() * this.names.length)] ?? '';
      this.#then(name, () => this.#after(between(DURATION), () => (this.#remedies.has(name) ? this.#then(name, pause) : pause())));
    };
    const pause = () => this.#after(between(PAUSE), begin);
    pause();
  }

  stop(): void {
    if (this.#next !== undefined) this.#options.timers.clearTimeout(this.#next);
    this.#next = undefined;
  }

  #after(delay: number, act: () => void): void {
    this.#next = this.#options.timers.setTimeout(act, delay);
  }

  #then(name: string, act: () => void): void {
    this.toggle(name)
      .catch((error: unknown) => this.#options.report(`${name} failed: ${String(error)}`))
      .finally(act);
  }
}

/** Pseudo-random numbers from 0 to below 1 (xorshift, 32 bits). */
function randomNumbers(seed: number): () => number {
  let state = (Math.imul(seed, 0x9e37_79b1) ^ 0x5bd1_e995) | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

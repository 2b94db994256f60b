import { setTimeout as wait } from 'node:timers/promises';
import { callApi } from '#support/call-api.ts';
import { quantile } from '../../bench/lines/devices.ts';

const EVERY = 2_000;
const MEGABYTE = 1_048_576;

/** Memory and event loop of a controller, from its metrics. */
export class Gauges {
  readonly #url: string;
  readonly #memory: number[] = [];
  readonly #lag: number[] = [];

  constructor(url: string) {
    this.#url = `${url}/metrics`;
  }

  /** Reads the metrics until the end. */
  async watch(end: number): Promise<void> {
    while (performance.now() < end) {
      await wait(EVERY);
      const text = await (await callApi('GET', this.#url)).text();
      this.#memory.push(figure(text, /^process_resident_memory_bytes (\S+)$/m) / MEGABYTE);
      this.#lag.push(figure(text, /^strobe_event_loop_lag_seconds\{quantile="0.99"\} (\S+)$/m) * 1_000);
    }
  }

  /** The median of the last quarter, as a multiple of that of the second one: the first warms up. */
  growth(): number {
    const quarter = Math.floor(this.#memory.length / 4);
    return quantile(this.#memory.slice(-quarter), 0.5) / quantile(this.#memory.slice(quarter, 2 * quarter), 0.5);
  }

  figures(): string[] {
    const [first, last] = [this.#memory[0] ?? NaN, this.#memory.at(-1) ?? NaN];
    return [
      `event loop p99 ${quantile(this.#lag, 0.5).toFixed(1)} ms in the middle of all readings, ${quantile(this.#lag, 1).toFixed(1)} ms in the worst`,
      `memory ${first.toFixed(0)} MB at first, ${last.toFixed(0)} MB at the end, ${this.growth().toFixed(2)} times from the second to the last quarter`,
    ];
  }
}

function figure(text: string, pattern: RegExp): number {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`the metrics have no line ${String(pattern)}`);
  return Number(found);
}

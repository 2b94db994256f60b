import { setTimeout as wait } from 'node:timers/promises';
import { printerUrl } from '../lines.ts';

/** Milliseconds between products: 240 a minute. */
const PACE = 250;

/** Products that pass one printer at a steady pace, whether the one before was answered or not. */
export class SteadyLine {
  readonly printer: string;
  readonly #url: string;
  readonly #answers: Promise<void>[] = [];
  readonly missed: string[] = [];
  /** Milliseconds until each trigger was answered. */
  readonly times: number[] = [];
  #isOver = false;

  constructor(url: string, printer: string) {
    this.printer = printer;
    this.#url = `${printerUrl(url, printer)}/trigger`;
  }

  /** Resolves once `end` was called and every product was answered. */
  async run(): Promise<void> {
    for (let next = performance.now(); !this.#isOver; next += PACE) {
      this.#answers.push(this.#trigger());
      await wait(Math.max(0, next + PACE - performance.now()));
    }
    await Promise.all(this.#answers);
  }

  end(): void {
    this.#isOver = true;
  }

  get products(): number {
    return this.#answers.length;
  }

  async #trigger(): Promise<void> {
    const begun = performance.now();
    try {
      const response = await fetch(this.#url, { method: 'POST' });
      const text = await response.text();
      if (!response.ok || !text.includes('"printing"')) this.missed.push(`${this.printer}: ${response.status} ${text.slice(0, 300)}`);
    } catch (error) {
      this.missed.push(`${this.printer}: ${String(error)}`);
    }
    this.times.push(performance.now() - begun);
  }
}

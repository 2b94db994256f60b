import { setTimeout as wait } from 'node:timers/promises';
import { callApi } from '#support/call-api.ts';
import type { Random } from '#support/random.ts';
import { READER_MISHAPS, ReaderEmulator, type ReaderMishap } from '../../../electron/emulators/reader/reader-emulator.ts';
import type { Sheet } from '../engines/paper.ts';

/** What the reader makes of a product. What it says without a connection is lost. */
export type Fate = 'right' | ReaderMishap;

export interface ReaderPlan {
  /** The printer whose products it reads. */
  printer: string;
  /** Milliseconds from the mark to its report in the controller, as usual. */
  lag: number;
  /** Milliseconds before and after the expected moment in which a result belongs to a print. */
  window: number;
}

/** Milliseconds from the mark on a product until it is at the reader. */
export const TRAVEL = 400;
/** Milliseconds between two looks at what came out of the printer. */
const LOOK_EVERY = 10;
/** Share of the products with which something happens, and share before which the connection is cut. */
const MISHAPS = 0.06;
const CUTS = 0.004;
/** Lines with a code that it sends for a product. */
const TEXTS: Record<Fate, number> = { right: 1, misread: 1, 'wrong-code': 1, doubled: 2, 'no-read': 0, lost: 0 };

/** A product that has passed the reader. */
export interface PassedProduct {
  fate: Fate;
  /** Milliseconds since the epoch. */
  at: number;
}

/** A reader behind a printer: it sees each product some time after its mark. */
export class ReaderStation {
  readonly plan: ReaderPlan;
  readonly emulator = new ReaderEmulator();
  /** By serial. */
  readonly passed = new Map<string, PassedProduct>();
  /** Lines with a code that it has sent over its connection. */
  readonly #sent: number[] = [];
  readonly #random: Random;
  readonly #readNew: () => Promise<readonly Sheet[]>;
  #underway = 0;

  /** `readNew` returns what came out of the printer since the last call. */
  constructor(plan: ReaderPlan, random: Random, readNew: () => Promise<readonly Sheet[]>) {
    this.plan = plan;
    this.#random = random;
    this.#readNew = readNew;
  }

  /** Switches it on, and adds it to the controller with this address. */
  async register(url: string): Promise<void> {
    await this.emulator.start();
    const { printer, lag, window: timeWindow } = this.plan;
    const delay = TRAVEL - lag;
    await callApi('PUT', `${url}/api/v3/readers/${encodeURIComponent(`Reader of ${printer}`)}`, {
      ...{ printer, arrival: { delay, timeWindow }, rejectAfter: delay + 2 * timeWindow },
      connection: { mode: 'connect', host: '127.0.0.1', port: this.emulator.port, noReadTexts: ['NOREAD'] },
    });
  }

  /** Lines with a code that it has sent since that time, in milliseconds of this process. */
  sentSince(time: number): number {
    return this.#sent.filter((at) => at >= time).length;
  }

  /** Follows the printer until it is over. Resolves when all products have passed. */
  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.look();
      await wait(LOOK_EVERY);
    }
  }

  /** Takes what came out of the printer. */
  async look(): Promise<void> {
    for (const sheet of await this.#readNew()) {
      this.#underway += 1;
      setTimeout(() => this.#pass(sheet), TRAVEL);
    }
  }

  /** Resolves when no product is on its way to the reader. */
  async empty(): Promise<void> {
    await this.look();
    while (this.#underway > 0) await wait(LOOK_EVERY);
  }

  #pass({ serial, isWhole }: Sheet): void {
    this.#underway -= 1;
    const fate = this.#fateOf(isWhole);
    this.passed.set(serial, { fate, at: Date.now() });
    if (fate !== 'right') this.emulator.prepare(fate);
    this.emulator.show(serial);
    for (let line = 0; line < TEXTS[fate]; line += 1) this.#sent.push(performance.now());
  }

  #fateOf(isWhole: boolean): Fate {
    const [chance, cut] = [this.#random.fraction(), this.#random.fraction()];
    const mishap = this.#random.pick(READER_MISHAPS);
    const isCut = cut < CUTS;
    if (isCut) this.emulator.cut();
    if (isCut || this.emulator.connections === 0) return 'lost';
    if (!isWhole) return 'no-read';
    return chance < MISHAPS ? mishap : 'right';
  }
}

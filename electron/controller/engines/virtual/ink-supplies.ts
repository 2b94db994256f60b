import type { InkLevel, InkStatus, RagStatus } from '#contract/api-v3/printer.ts';
import type { Bitmap } from '#rendering/raster/bitmap.ts';

const LOW_PERCENT = 15;

/** The ink of a virtual printer: what is left in each supply, in dots. */
export class InkSupplies {
  readonly #capacity: number;
  readonly #left: Map<string, number>;

  constructor(names: readonly string[], capacity: number) {
    this.#capacity = capacity;
    this.#left = new Map(names.map((name) => [name, capacity]));
  }

  /** What is left, to write down. */
  levels(): [string, number][] {
    return [...this.#left];
  }

  /** Takes up what was written down; supplies that are not there any more are left out. */
  restore(levels: readonly (readonly [string, number])[]): void {
    for (const [name, dots] of levels) if (this.#left.has(name)) this.#left.set(name, Math.min(dots, this.#capacity));
  }

  /** Uses the ink of one print: as many supplies as planes have one plane each, others share alike. */
  draw(dotsOfPlanes: readonly number[]): void {
    const share = dotsOfPlanes.reduce((sum, dots) => sum + dots, 0) / this.#left.size;
    const isOneEach = dotsOfPlanes.length === this.#left.size;
    for (const [index, [name, left]] of [...this.#left].entries()) {
      this.#left.set(name, Math.max(0, left - (isOneEach ? (dotsOfPlanes[index] ?? 0) : share)));
    }
  }

  /** Puts a full supply in. Returns false when there is none of that name. */
  refill(name: string): boolean {
    if (!this.#left.has(name)) return false;
    this.#left.set(name, this.#capacity);
    return true;
  }

  /** Names of the supplies that are used up. */
  empty(): string[] {
    return [...this.#left].filter(([, left]) => left === 0).map(([name]) => name);
  }

  /** Levels only, as text that changes when a person should look again. */
  signature(): string {
    return [...this.#left.values()].map((left) => Math.ceil(this.#percent(left))).join();
  }

  status(isOn: boolean): InkStatus[] {
    return [...this.#left].map(([supply, left]) => {
      const percent = this.#percent(left);
      const level = levelOf(percent);
      return {
        state: level === 'EMPTY' ? 'ERROR' : isOn ? 'STARTED' : 'STOPPED',
        ragStatus: RAG[level],
        level,
        errors: level === 'EMPTY' ? [`Ink supply ${supply} is empty.`] : [],
        warnings: level === 'LOW' ? [`Ink supply ${supply} is low.`] : [],
        supply,
        percent: Math.round(percent * 10) / 10,
      };
    });
  }

  #percent(left: number): number {
    return (left / this.#capacity) * 100;
  }
}

const RAG: Record<InkLevel, RagStatus> = { OK: 'GREEN', LOW: 'AMBER', EMPTY: 'RED' };

function levelOf(percent: number): InkLevel {
  if (percent === 0) return 'EMPTY';
  return percent <= LOW_PERCENT ? 'LOW' : 'OK';
}

/** How many dots of a bitmap are ink. */
export function countDots({ words }: Bitmap): number {
  let dots = 0;
  for (const word of words) {
    let bits = word - ((word >>> 1) & 0x55555555);
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    dots += (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
  }
  return dots;
}

import { statusError } from '#contract/api-v3/make-status-error.ts';
import type { InkLevel, RagStatus } from '#contract/api-v3/printer.ts';
import type { Bitmap } from '#rendering/raster/bitmap.ts';
import type { EngineInk } from '../engine.ts';

const LOW_PERCENT = 15;

/** The ink supplies of a virtual printer, in remaining dots. */
export class InkSupplies {
  readonly #capacity: number;
  readonly #left: Map<string, number>;
  #levelsSeen = '';

  constructor(names: readonly string[], capacity: number) {
    this.#capacity = capacity;
    this.#left = new Map(names.map((name) => [name, capacity]));
  }

  /** The remaining dots of each supply, to be stored. */
  levels(): [string, number][] {
    return [...this.#left];
  }

  /** Restores stored levels; supplies that no longer exist are ignored. */
  restore(levels: readonly (readonly [string, number])[]): void {
    for (const [name, dots] of levels) if (this.#left.has(name)) this.#left.set(name, Math.min(dots, this.#capacity));
  }

  /** Uses the ink of one print. With one supply per plane each plane uses its own; otherwise supplies are used equally. */
  draw(dotsOfPlanes: readonly number[]): void {
    const share = dotsOfPlanes.reduce((sum, dots) => sum + dots, 0) / this.#left.size;
    const isOneEach = dotsOfPlanes.length === this.#left.size;
    for (const [index, [name, left]] of [...this.#left].entries()) {
      this.#left.set(name, Math.max(0, left - (isOneEach ? (dotsOfPlanes[index] ?? 0) : share)));
    }
  }

  /** Replaces a supply with a full one. Returns false for an unknown name. */
  refill(name: string): boolean {
    if (!this.#left.has(name)) return false;
    this.#left.set(name, this.#capacity);
    return true;
  }

  /** Leaves so much in a supply, unless it has less. */
  reduce(name: string, percent: number): void {
    const left = this.#left.get(name);
    if (left !== undefined) this.#left.set(name, Math.min(left, (percent / 100) * this.#capacity));
  }

  get names(): string[] {
    return [...this.#left.keys()];
  }

  /** Names of the empty supplies. */
  empty(): string[] {
    return [...this.#left].filter(([, left]) => left === 0).map(([name]) => name);
  }

  /** Whether a level has changed by a whole percent since the last call. */
  hasChanged(): boolean {
    const levels = [...this.#left.values()].map((left) => Math.ceil(this.#percent(left))).join();
    const isOther = levels !== this.#levelsSeen;
    this.#levelsSeen = levels;
    return isOther;
  }

  status(isOn: boolean): EngineInk[] {
    return [...this.#left].map(([supply, left]) => {
      const percent = this.#percent(left);
      const level = levelOf(percent);
      return {
        state: level === 'EMPTY' ? 'ERROR' : isOn ? 'STARTED' : 'STOPPED',
        ragStatus: RAG[level],
        level,
        errors: level === 'EMPTY' ? [statusError('ink-supply-empty', { supply })] : [],
        warnings: level === 'LOW' ? [statusError('ink-supply-low', { supply })] : [],
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

/** Number of ink dots of a bitmap. */
export function countDots({ words }: Bitmap): number {
  let dots = 0;
  for (const word of words) {
    let bits = word - ((word >>> 1) & 0x55555555);
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    dots += (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
  }
  return dots;
}

import { readFileSync } from 'node:fs';

/** Shares of a run: by the first everything that is kept for good has been seen once, and the last tells what became of it. */
const WARM = { from: 0.3, to: 0.5 };
const END = { from: 0.8, to: 1 };

/**
 * What a process holds at least, in MiB: the lowest of many readings. A single one goes up and down with each collection, by more than a leak
 * would in hours.
 */
export class MemoryFloor {
  readonly #read: () => number | undefined;
  readonly #amount: number;
  #warm = Infinity;
  #end = Infinity;

  /** `amount` is how much the run does in all. */
  constructor(amount: number, read: () => number | undefined) {
    this.#amount = amount;
    this.#read = read;
  }

  /** Reads the memory when so much is done. Gives it in MiB, undefined where the system does not tell. */
  look(done: number): number | undefined {
    const now = this.#read();
    if (now === undefined) return undefined;
    if (isWithin(WARM, done / this.#amount)) this.#warm = Math.min(this.#warm, now);
    if (isWithin(END, done / this.#amount)) this.#end = Math.min(this.#end, now);
    return now;
  }

  /** The lowest when warm and towards the end; undefined where nothing was told. */
  floors(): { warm: number; end: number } | undefined {
    return Number.isFinite(this.#warm) && Number.isFinite(this.#end) ? { warm: this.#warm, end: this.#end } : undefined;
  }
}

function isWithin({ from, to }: { from: number; to: number }, share: number): boolean {
  return share >= from && share <= to;
}

/** Resident memory of a process in MiB, where the system tells it. */
export function residentMemory(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return kibibytes === undefined ? undefined : Math.round(Number(kibibytes) / 1_024);
}

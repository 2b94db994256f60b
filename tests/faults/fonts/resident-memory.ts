import { readFileSync } from 'node:fs';

/** Shares of a run: at the end of the first everything that stays loaded has been loaded once; the second is compared with it. */
const WARM = { from: 0.3, to: 0.5 };
const END = { from: 0.8, to: 1 };

/**
 * The median resident memory of a process in two parts of a run, in MiB. Resident memory varies by more than 100 MiB with what the garbage collector
 * and the allocator have given back at the moment; a leak moves the median of many readings, one low reading does not.
 */
export class ResidentMemory {
  readonly #amount: number;
  readonly #warm: number[] = [];
  readonly #end: number[] = [];

  /** `amount` is how many steps the run has in all. */
  constructor(amount: number) {
    this.#amount = amount;
  }

  /** Records a reading, in MiB, after `done` steps. */
  add(done: number, reading: number): void {
    const share = done / this.#amount;
    if (isWithin(WARM, share)) this.#warm.push(reading);
    if (isWithin(END, share)) this.#end.push(reading);
  }

  /** Undefined when one of the two parts has no reading. */
  medians(): { warm: number; end: number } | undefined {
    const [warm, end] = [median(this.#warm), median(this.#end)];
    return warm !== undefined && end !== undefined ? { warm, end } : undefined;
  }
}

function isWithin({ from, to }: { from: number; to: number }, share: number): boolean {
  return share >= from && share <= to;
}

function median(readings: readonly number[]): number | undefined {
  return [...readings].sort((a, b) => a - b)[Math.floor(readings.length / 2)];
}

/** Resident memory of a process in MiB. Undefined on systems other than Linux. */
export function residentMemory(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return kibibytes === undefined ? undefined : Math.round(Number(kibibytes) / 1_024);
}

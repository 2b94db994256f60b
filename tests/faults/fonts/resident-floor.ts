import { readFileSync } from 'node:fs';

/** Shares of a run: by the end of the first everything that is held for good has been loaded once; the last shows what became of it. */
const WARM = { from: 0.3, to: 0.5 };
const END = { from: 0.8, to: 1 };

/** The lowest resident memory of a process in two parts of a run, in MiB: a single reading varies with each garbage collection. */
export class ResidentFloor {
  readonly #amount: number;
  #warm = Infinity;
  #end = Infinity;

  /** `amount` is how much the run does in all. */
  constructor(amount: number) {
    this.#amount = amount;
  }

  /** Notes a reading, in MiB, after so much was done. */
  note(done: number, now: number): void {
    const share = done / this.#amount;
    if (isWithin(WARM, share)) this.#warm = Math.min(this.#warm, now);
    if (isWithin(END, share)) this.#end = Math.min(this.#end, now);
  }

  /** Undefined when nothing was read in one of the two parts. */
  floors(): { warm: number; end: number } | undefined {
    return Number.isFinite(this.#warm) && Number.isFinite(this.#end) ? { warm: this.#warm, end: this.#end } : undefined;
  }
}

function isWithin({ from, to }: { from: number; to: number }, share: number): boolean {
  return share >= from && share <= to;
}

/** Resident memory of a process in MiB. Undefined where the system does not tell it. */
export function residentMemory(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return kibibytes === undefined ? undefined : Math.round(Number(kibibytes) / 1_024);
}

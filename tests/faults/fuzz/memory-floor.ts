import type { LiveMemory } from '#support/live-memory.ts';

/**
 * Two windows of the same length, as fractions of a run. All bounded caches of the service are full before the first, because names, texts
 * and shapes of the requests come from small pools. The distance between their middles is a quarter of the run.
 */
const WARM = { from: 0.5, to: 0.75 };
const END = { from: 0.75, to: 1 };
/** Number of readings in each window. */
const READINGS = 8;

const KIBIBYTE = 1024;
const MEBIBYTE = KIBIBYTE * KIBIBYTE;
/** Variation of the live memory by compiled code and its feedback, in bytes. */
const NOISE = MEBIBYTE;
/**
 * Allowed growth per request in bytes. Stored data are on disk; only the names of stored items remain in memory, and the requests create
 * ever fewer new ones: 130 bytes per request were measured between the 10 000th and the 20 000th.
 */
const MAX_PER_REQUEST = 512;
/** Allowed increase of threads: imports and checks start threads temporarily. */
const MAX_NEW_THREADS = 4;
/**
 * Allowed growth of resident memory in bytes in addition to live memory, since no allocator returns every page. Detects memory outside all
 * heaps.
 */
const MAX_RESIDENT_GROWTH = 64 * MEBIBYTE;

/** The lowest readings of a window, in bytes. */
interface Floor {
  /** By thread. */
  live: Map<number, number>;
  resident: number;
  threads: number;
}

/**
 * Detects growth of a process under a constant load. Resident memory alone is unsuitable: V8 collects lazily, so a process with 60 MB of
 * live objects varies between 330 and 530 MB. Therefore each reading follows a forced collection; two windows of the same length are
 * compared by their lowest readings, which excludes memory of requests in progress; and each thread is compared with itself, since threads
 * come and go. The limit grows with the number of requests between the windows, so that it means the same for runs of any length.
 */
export class MemoryFloor {
  readonly #amount: number;
  readonly #read: () => Promise<LiveMemory>;
  #warm: Floor = emptyFloor();
  #end: Floor = emptyFloor();

  /** `amount` is the total number of requests. */
  constructor(amount: number, read: () => Promise<LiveMemory>) {
    this.#amount = amount;
    this.#read = read;
  }

  /** Whether to take a reading after this many requests; each one costs a collection in every thread. */
  isDue(done: number): boolean {
    const every = Math.max(1, Math.floor((this.#amount * (END.to - END.from)) / READINGS));
    return done >= this.#amount * WARM.from && done % every === 0;
  }

  /** Takes a reading after this many requests. Returns the live memory of all threads in bytes. */
  async look(done: number): Promise<number> {
    const memory = await this.#read();
    const share = done / this.#amount;
    if (share <= WARM.to) lower(this.#warm, memory);
    else lower(this.#end, memory);
    return memory.threads.reduce((sum, { heap, external }) => sum + heap + external, 0);
  }

  /** The fault if the memory grew too much, and the figures in any case. */
  judge(): { fault: string | undefined; figures: string } {
    const warm = this.#warm;
    const end = this.#end;
    const growth = [...end.live].reduce((sum, [id, live]) => sum + Math.max(0, live - (warm.live.get(id) ?? live)), 0);
    const most = NOISE + this.#amount * (END.from - WARM.from) * MAX_PER_REQUEST;
    const figures = [
      `live memory grew by ${kibibytes(growth)} of at most ${kibibytes(most)} KiB from ${kibibytes(sum(warm))} KiB`,
      `${warm.threads} threads at least, then ${end.threads}`,
      `${mebibytes(warm.resident)} MiB resident at least, then ${mebibytes(end.resident)} MiB`,
    ].join(', ');
    const isGrown =
      growth > most || end.threads > warm.threads + MAX_NEW_THREADS || end.resident - warm.resident > MAX_RESIDENT_GROWTH + most;
    return { fault: isGrown ? `the memory grew: ${figures}` : undefined, figures };
  }
}

function emptyFloor(): Floor {
  return { live: new Map(), resident: Infinity, threads: Infinity };
}

function lower(floor: Floor, { threads, resident }: LiveMemory): void {
  floor.resident = Math.min(floor.resident, resident);
  floor.threads = Math.min(floor.threads, threads.length);
  for (const { id, heap, external } of threads) floor.live.set(id, Math.min(floor.live.get(id) ?? Infinity, heap + external));
}

const sum = ({ live }: Floor) => [...live.values()].reduce((total, bytes) => total + bytes, 0);
const kibibytes = (bytes: number) => Math.round(bytes / KIBIBYTE);
const mebibytes = (bytes: number) => Math.round(bytes / MEBIBYTE);

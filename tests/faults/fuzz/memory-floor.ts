import type { LiveMemory } from '#support/live-memory.ts';

/**
 * Shares of a run, two windows of the same length. Before the first one every bounded cache of the service has been filled: the names, texts and
 * shapes of the requests come from small pools. Between their middles lies a quarter of the run.
 */
const WARM = { from: 0.5, to: 0.75 };
const END = { from: 0.75, to: 1 };
/** Readings in each window. */
const READINGS = 8;

const KIBIBYTE = 1024;
const MEBIBYTE = KIBIBYTE * KIBIBYTE;
/** What compiled code and the feedback for it move the live memory by, in bytes, whatever is done. */
const NOISE = MEBIBYTE;
/**
 * What one request may leave behind, in bytes. What it stores is on the disk; in memory remain the names of what is stored, of which the requests
 * make ever fewer new ones: measured were 130 bytes a request between the 10 000th and the 20 000th.
 */
const MOST_PER_REQUEST = 512;
/** By how many threads there may be more towards the end: imports and checks have theirs for a while. */
const MOST_NEW_THREADS = 4;
/** By how much the resident memory may grow, in bytes, beside what is live: no allocator gives every page back. It shows what no heap holds. */
const MOST_RESIDENT_GROWTH = 64 * MEBIBYTE;

/** The lowest of the readings of a window, in bytes. */
interface Floor {
  /** By thread. */
  live: Map<number, number>;
  resident: number;
  threads: number;
}

/**
 * Whether a process grows while the same is asked of it again and again. The resident memory of a process says little about that: V8 collects as
 * late as it likes, so that a process with 60 MB of live objects is seen anywhere between 330 and 530 MB, and single readings differ by more than
 * a leak adds in an hour. Hence each reading is taken after a forced collection, when only what is referred to is left; two windows of the same
 * length are compared, each by its lowest reading, which leaves out what requests under way hold; and each thread is compared with itself, since
 * threads come and go. The bound grows with the number of requests between the windows, so that it means the same at every size of a run.
 */
export class MemoryFloor {
  readonly #amount: number;
  readonly #read: () => Promise<LiveMemory>;
  #warm: Floor = emptyFloor();
  #end: Floor = emptyFloor();

  /** `amount` is how many requests the run makes in all. */
  constructor(amount: number, read: () => Promise<LiveMemory>) {
    this.#amount = amount;
    this.#read = read;
  }

  /** Whether the memory is to be read after so many requests: a reading costs a collection in each thread. */
  isDue(done: number): boolean {
    const every = Math.max(1, Math.floor((this.#amount * (END.to - END.from)) / READINGS));
    return done >= this.#amount * WARM.from && done % every === 0;
  }

  /** Reads the memory after so many requests. Gives what is live in all threads, in bytes. */
  async look(done: number): Promise<number> {
    const memory = await this.#read();
    const share = done / this.#amount;
    if (share <= WARM.to) lower(this.#warm, memory);
    else lower(this.#end, memory);
    return memory.threads.reduce((sum, { heap, external }) => sum + heap + external, 0);
  }

  /** What is wrong with how the memory went, undefined when nothing is, and in any case the figures. */
  judge(): { fault: string | undefined; figures: string } {
    const warm = this.#warm;
    const end = this.#end;
    const growth = [...end.live].reduce((sum, [id, live]) => sum + Math.max(0, live - (warm.live.get(id) ?? live)), 0);
    const most = NOISE + this.#amount * (END.from - WARM.from) * MOST_PER_REQUEST;
    const told = [
      `live memory grew by ${kibibytes(growth)} of at most ${kibibytes(most)} KiB from ${kibibytes(sum(warm))} KiB`,
      `${warm.threads} threads at least, then ${end.threads}`,
      `${mebibytes(warm.resident)} MiB resident at least, then ${mebibytes(end.resident)} MiB`,
    ].join(', ');
    const isGrown =
      growth > most || end.threads > warm.threads + MOST_NEW_THREADS || end.resident - warm.resident > MOST_RESIDENT_GROWTH + most;
    return { fault: isGrown ? `the memory grew: ${told}` : undefined, figures: told };
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

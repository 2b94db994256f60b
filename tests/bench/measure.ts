import type { Contest, Work } from './goal.ts';
import type { Round } from './verdict.ts';

/** Milliseconds that only ever grow. */
export type Clock = () => number;

export interface Effort {
  rounds: number;
  /** A sample lasts at least this long. */
  sampleMs: number;
}

/** Times a number of repetitions in a row and gives the milliseconds. */
type Sample = (times: number) => Promise<number>;

/**
 * Measures both sides in turn, the one that begins alternating by round. Each side is run until it is warm, and often enough per
 * sample to be timed fairly.
 */
export async function measure({ a, b }: Contest, { rounds, sampleMs }: Effort, clock: Clock): Promise<Round[]> {
  const ours = await sampler(a, sampleMs, clock);
  const theirs = await sampler(b, sampleMs, clock);
  const measured: Round[] = [];
  for (let index = 0; index < rounds; index += 1) {
    const [first, second] = index % 2 === 0 ? [ours, theirs] : [theirs, ours];
    const samples = [await first(), await second(), await first(), await second()] as const;
    const firsts: [number, number] = [samples[0], samples[2]];
    const seconds: [number, number] = [samples[1], samples[3]];
    measured.push(index % 2 === 0 ? { a: firsts, b: seconds } : { a: seconds, b: firsts });
  }
  return measured;
}

/** Finds out how many repetitions fill a sample, which warms the work up. Gives the milliseconds per repetition. */
async function sampler(work: Work, sampleMs: number, clock: Clock): Promise<() => Promise<number>> {
  const sample = sampleOf(work, clock);
  let times = 1;
  while ((await sample(times)) < sampleMs) times *= 2;
  await sample(times);
  return async () => (await sample(times)) / times;
}

/** Work that returns no promise is never awaited: that would be timed too. */
function sampleOf(work: Work, clock: Clock): Sample {
  return async (times) => {
    const begin = clock();
    for (let done = 0; done < times; done += 1) {
      const result = work();
      if (result instanceof Promise) await result;
    }
    return clock() - begin;
  };
}

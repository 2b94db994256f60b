import type { Contest, Effort, Round, Work } from './goal.ts';

/** Monotonic milliseconds. */
export type Clock = () => number;

const FORTH = [0, 1] as const;
const BACK = [1, 0] as const;

/** Runs the work that many times and returns the milliseconds. */
type Sample = (times: number) => Promise<number>;

/**
 * Measures both sides alternately. The side that starts alternates by round (unless `isTheirsFirst`), and the assignment to first and
 * second half by part: garbage of one side is collected during the other, so neither half is favoured. Each side is first warmed up, and
 * repeated often enough per part to be measurable.
 */
export async function measure(
  { a, b }: Contest,
  { rounds, sampleMs, parts = 1, isTheirsFirst = false }: Effort,
  clock: Clock,
): Promise<Round[]> {
  const ours = await sampler(a, sampleMs / parts, clock);
  const theirs = await sampler(b, sampleMs / parts, clock);
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const sums: Round = { a: [0, 0], b: [0, 0] };
    const isOurTurn = !isTheirsFirst && round % 2 === 0;
    for (let part = 0; part < parts; part += 1) {
      for (const half of part % 2 === 0 ? FORTH : BACK) {
        if (isOurTurn) sums.a[half] += (await ours()) / parts;
        sums.b[half] += (await theirs()) / parts;
        if (!isOurTurn) sums.a[half] += (await ours()) / parts;
      }
    }
    measured.push(sums);
  }
  return measured;
}

/** Determines how many repetitions fill a part of a sample, which also warms up the work. Returns milliseconds per repetition. */
async function sampler(work: Work, partMs: number, clock: Clock): Promise<() => Promise<number>> {
  const sample = sampleOf(work, clock);
  let times = 1;
  while ((await sample(times)) < partMs) times *= 2;
  await sample(times);
  return async () => (await sample(times)) / times;
}

/** Work that returns no promise is not awaited, because awaiting would be timed as well. */
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

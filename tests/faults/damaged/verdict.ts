import type { Plan } from './plan.ts';

/** What was seen of a controller that was started on damaged files. */
export interface Seen {
  /** How each of its runs ended before the last one, which was stopped: the exit code, and what it said when it did not start. */
  ends: readonly { code: number | null; said: string }[];
  /** Whether it came to print. */
  isRunning: boolean;
  /** Why it asked a person before it printed. */
  recovery: string | null;
  /** Whether the database that it found was moved aside. */
  isAside: boolean;
  /** The tables whose rows are not those of before. */
  differences: readonly string[];
  /** Marks that were made twice. */
  doubles: readonly string[];
  /** What a person could not do, in sentences. */
  refusals: readonly string[];
}

/** `unseen`: rows are others, and no check can know. */
export type Verdict = 'whole' | 'restored' | 'asked' | 'refused' | 'unseen';

const DAMAGED = 8;
/** It starts, looks through what was printed before, and starts once more on a backup. */
const MOST_ENDS = 2;

/** What became of a station. `faults` are sentences about what must not be. */
export function judgeDamage(plan: Plan, seen: Seen): { verdict: Verdict; faults: string[] } {
  const verdict = verdictOf(seen);
  return {
    verdict,
    faults: [
      ...seen.doubles,
      ...endFaults(seen),
      ...(verdict === 'unseen' && !plan.faults.some(({ isWithinPages }) => isWithinPages)
        ? [`rows of ${seen.differences.join(', ')} are lost, and nothing was said`]
        : []),
      ...(seen.recovery === null && seen.isAside ? ['the database was moved aside, and nothing was said'] : []),
      ...(verdict === 'unseen' ? [] : seen.refusals),
    ],
  };
}

function verdictOf({ isRunning, recovery, isAside, differences }: Seen): Verdict {
  if (!isRunning) return 'refused';
  if (isAside) return 'restored';
  if (recovery !== null) return 'asked';
  return differences.length === 0 ? 'whole' : 'unseen';
}

/** It ends by itself only because of the damage, which it says with the file's name and the way out, and not over and over. */
function endFaults({ ends, isRunning }: Seen): string[] {
  const last = ends.at(-1);
  return [
    ...ends.filter(({ code }) => code !== DAMAGED).map(({ code, said }) => `it ended by itself with ${String(code)}: ${said}`),
    ...(isRunning && ends.length > MOST_ENDS ? [`it ended ${ends.length} times before it ran`] : []),
    ...(isRunning || (last && /controller\.db\b.*(?:[Pp]ut a backup|move it away)/s.test(last.said))
      ? []
      : [`it does not start, and does not say what to do: ${last?.said ?? ''}`]),
  ];
}

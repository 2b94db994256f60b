import type { Plan } from './plan.ts';

/** Observations of a controller that was started on damaged files. */
export interface Seen {
  /** End of each run before the last one: exit code, and the message of a start that failed. */
  ends: readonly { code: number | null; said: string }[];
  /** Whether it was able to print. */
  isRunning: boolean;
  /** Why it asked for confirmation before it printed. */
  recovery: string | null;
  /** Whether it moved the database aside. */
  isAside: boolean;
  /** The tables whose rows differ from those before the damage. */
  differences: readonly string[];
  /** Duplicate marks. */
  doubles: readonly string[];
  /** Failed actions of the operator, in sentences. */
  refusals: readonly string[];
}

/** `unseen`: rows differ in a way that no check can detect. */
export type Verdict = 'whole' | 'restored' | 'asked' | 'refused' | 'unseen';

const DAMAGED = 8;
/** Maximum number of failed starts: one that examines the earlier prints, and one that restores a backup. */
const MAX_ENDS = 2;

/** Classifies a case. `faults` are sentences about violated invariants. */
export function recordDamage(plan: Plan, seen: Seen): { verdict: Verdict; faults: string[] } {
  const verdict = verdictOf(seen);
  return {
    verdict,
    faults: [
      ...seen.doubles,
      ...endFaults(seen),
      ...(verdict === 'unseen' && !plan.faults.some(({ isWithinPages }) => isWithinPages)
        ? [`rows of ${seen.differences.join(', ')} are lost without a report`]
        : []),
      ...(seen.recovery === null && seen.isAside ? ['the database was moved aside without a report'] : []),
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

/** It may end by itself only because of the damage, must name the file and the remedy, and must not loop. */
function endFaults({ ends, isRunning }: Seen): string[] {
  const last = ends.at(-1);
  return [
    ...ends.filter(({ code }) => code !== DAMAGED).map(({ code, said }) => `it ended by itself with ${String(code)}: ${said}`),
    ...(isRunning && ends.length > MAX_ENDS ? [`it ended ${ends.length} times before it ran`] : []),
    ...(isRunning || (last && /controller\.db\b.*(?:[Pp]ut a backup|move it away)/s.test(last.said))
      ? []
      : [`it does not start, and does not explain what to do: ${last?.said ?? ''}`]),
  ];
}

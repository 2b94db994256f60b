import type { Bound, Round } from './goal.ts';

export type Verdict = 'met' | 'not met' | 'inconclusive';

/** The result of one goal; `low` and `high` are the spread over the rounds. */
export interface Outcome {
  /** Undefined if nothing could be measured. */
  figure: number | undefined;
  spread?: { low: number; high: number };
  verdict: Verdict;
}

/** Accepted ratio of a side measured against itself. */
const CONTROL = { low: 0.9, high: 1.1 };

/** The middle value, or the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [lower, upper] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (lower === undefined || upper === undefined) throw new Error('There is no median of an empty list.');
  return (lower + upper) / 2;
}

/** The median of the rounds' ratios. Inconclusive if either side compared with itself is not about 1. */
export function judgeRounds(rounds: readonly Round[], goal: Bound): Outcome {
  const ratios = rounds.map(({ a, b }) => ('atLeast' in goal ? sum(b) / sum(a) : sum(a) / sum(b)));
  const figure = median(ratios);
  const isSteady = controls(rounds).every((control) => control >= CONTROL.low && control <= CONTROL.high);
  const spread = { low: Math.min(...ratios), high: Math.max(...ratios) };
  return { figure, spread, verdict: isSteady ? judge(figure, goal) : 'inconclusive' };
}

/** Ratio of each side compared with itself, `a` first. */
function controls(rounds: readonly Round[]): [number, number] {
  return [median(rounds.map(({ a }) => a[0] / a[1])), median(rounds.map(({ b }) => b[0] / b[1]))];
}

export function judge(figure: number, goal: Bound): 'met' | 'not met' {
  return ('atLeast' in goal ? figure >= goal.atLeast : figure <= goal.atMost) ? 'met' : 'not met';
}

/** `P1 341.7 (331.9..352.4) goal >= 300: met` */
export function line(name: string, { figure, spread, verdict }: Outcome, goal: Bound): string {
  const range = spread ? ` (${round(spread.low)}..${round(spread.high)})` : '';
  const bound = 'atLeast' in goal ? `>= ${goal.atLeast}` : `<= ${goal.atMost}`;
  return `${name} ${figure === undefined ? 'unmeasured' : round(figure)}${range} goal ${bound}: ${verdict}`;
}

/** The times of both sides, for information only. */
export function milliseconds(rounds: readonly Round[]): string {
  const [ours, theirs] = [rounds.map(({ a }) => sum(a) / 2), rounds.map(({ b }) => sum(b) / 2)].map((times) =>
    median(times).toPrecision(3),
  );
  const [us, them] = controls(rounds).map((control) => control.toFixed(2));
  return `${Number(ours)} ms against ${Number(theirs)} ms; against themselves ${us} and ${them}`;
}

function round(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(Math.abs(value) < 10 ? 2 : 1);
}

function sum([first, second]: [number, number]): number {
  return first + second;
}

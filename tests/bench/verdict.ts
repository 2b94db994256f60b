import type { Bound, Round } from './goal.ts';

export type Verdict = 'met' | 'not met' | 'inconclusive';

/** What came out for one goal; `low` and `high` are the spread over the rounds. */
export interface Outcome {
  /** Undefined when there was nothing to measure. */
  figure: number | undefined;
  spread?: { low: number; high: number };
  verdict: Verdict;
}

/** How far the same thing measured twice may differ from itself. */
const CONTROL = { low: 0.9, high: 1.1 };

/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [lower, upper] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (lower === undefined || upper === undefined) throw new Error('There is no median of nothing.');
  return (lower + upper) / 2;
}

/** The median of the rounds' ratios. Inconclusive when either side, measured against itself, is not about 1. */
export function judgeRounds(rounds: readonly Round[], goal: Bound): Outcome {
  const ratios = rounds.map(({ a, b }) => ('atLeast' in goal ? sum(b) / sum(a) : sum(a) / sum(b)));
  const figure = median(ratios);
  const isSteady = controls(rounds).every((control) => control >= CONTROL.low && control <= CONTROL.high);
  const spread = { low: Math.min(...ratios), high: Math.max(...ratios) };
  return { figure, spread, verdict: isSteady ? judge(figure, goal) : 'inconclusive' };
}

/** How each side compares with itself, ours first. */
function controls(rounds: readonly Round[]): [number, number] {
  return [median(rounds.map(({ a }) => a[0] / a[1])), median(rounds.map(({ b }) => b[0] / b[1]))];
}

export function judge(figure: number, goal: Bound): 'met' | 'not met' {
  return ('atLeast' in goal ? figure >= goal.atLeast : figure <= goal.atMost) ? 'met' : 'not met';
}

/** `P1 253.1 (240.2..261.9) goal >= 250: met` */
export function line(name: string, { figure, spread, verdict }: Outcome, goal: Bound): string {
  const range = spread ? ` (${round(spread.low)}..${round(spread.high)})` : '';
  const bound = 'atLeast' in goal ? `>= ${goal.atLeast}` : `<= ${goal.atMost}`;
  return `${name} ${figure === undefined ? 'unmeasured' : round(figure)}${range} goal ${bound}: ${verdict}`;
}

/** What both sides took, for who wants to know; no goal depends on it. */
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

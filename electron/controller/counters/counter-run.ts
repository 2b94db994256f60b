import type { Counter } from '#contract/api-v3/counter.ts';
import { counterAfterPrint } from '#rendering/dynamic-text/counter-sequence.ts';
import type { CounterReading } from '#rendering/dynamic-text/print-values.ts';

/** A counter, and how many prints its present value already had. */
export interface CounterState {
  counter: Counter;
  repeated: number;
}

/** Counters that many prints take their values from in one transaction: kept in mind, and written back once. */
export class CounterRun {
  readonly states: Map<string, CounterState>;
  /** How many prints took a value of each. */
  readonly prints = new Map<string, number>();
  /** Those that went beyond a bound. */
  readonly wrapped = new Set<string>();

  constructor(states: Map<string, CounterState>) {
    this.states = states;
  }

  /** What those of these counters that there are show in the next print; they advance by it. */
  take(names: readonly string[]): Map<string, CounterReading> {
    const readings = new Map<string, CounterReading>();
    for (const name of new Set(names)) {
      const state = this.states.get(name);
      if (!state) continue;
      const { value, width, padding, format } = state.counter;
      readings.set(name, { value, width, padding, format });
      const next = counterAfterPrint(state);
      this.states.set(name, next);
      this.prints.set(name, (this.prints.get(name) ?? 0) + 1);
      if (isWrapped(value, next.counter)) this.wrapped.add(name);
    }
    return readings;
  }
}

/** A step forward that leads back, or the other way about. */
function isWrapped(before: number, { value, step }: Counter): boolean {
  return step > 0 ? value < before : value > before;
}

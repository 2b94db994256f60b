import type { Counter } from '#contract/api-v3/counter.ts';
import { counterAfterPrint } from '#rendering/dynamic-text/counter-preview.ts';
import type { CounterReading } from '#rendering/dynamic-text/print-values.ts';

/** A counter, and the number of prints that its current value already had. */
export interface CounterState {
  counter: Counter;
  repeated: number;
}

/** Counters that advance over many prints in one transaction: in memory, and written back once. */
export class CounterRun {
  readonly states: Map<string, CounterState>;
  /** Number of prints per counter. */
  readonly prints = new Map<string, number>();
  /** Counters that wrapped. */
  readonly wrapped = new Set<string>();

  constructor(states: Map<string, CounterState>) {
    this.states = states;
  }

  /** The readings of the existing counters for the next print; advances them. */
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

/** Whether the value moved against the direction of the step. */
function isWrapped(before: number, { value, step }: Counter): boolean {
  return step > 0 ? value < before : value > before;
}

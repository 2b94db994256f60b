import type { CodeValue } from './explain-codes.ts';

/** A value, and the moments at which a code has it. */
export interface ValueGroup {
  value: CodeValue;
  moments: number[];
}

/** The distinct values, in the order of the moments. */
export function groupValues(values: readonly CodeValue[]): ValueGroup[] {
  const groups = new Map<string, ValueGroup>();
  for (const [moment, value] of values.entries()) {
    const key = JSON.stringify(value);
    const group = groups.get(key) ?? { value, moments: [] };
    group.moments.push(moment);
    groups.set(key, group);
  }
  return [...groups.values()];
}

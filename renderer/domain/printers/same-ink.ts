import type { InkStatus } from '#contract/api-v3/printer.ts';

/** Whether two reports of ink supplies look the same: name, level and percentage of each supply. */
export function isSameInk(one: readonly InkStatus[], other: readonly InkStatus[]): boolean {
  const looks = (ink: readonly InkStatus[]): string => ink.map(({ supply, level, percent }) => `${supply} ${level} ${percent}`).join();
  return one.length === other.length && looks(one) === looks(other);
}

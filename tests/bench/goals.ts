import type { Goal } from './goal.ts';

/** Every goal that is measured, in the order of the lines. */
export const GOALS: readonly Goal[] = [];

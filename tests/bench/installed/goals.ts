import type { Goal } from '../goal.ts';
import { IDLE_GOALS } from './idle.ts';
import { START_GOAL } from './p36.ts';
import { FLAT_GOALS } from './p37.ts';

/** What an installed line PC needs. */
export const INSTALLED_GOALS: readonly Goal[] = [START_GOAL, ...FLAT_GOALS, ...IDLE_GOALS];

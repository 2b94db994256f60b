import type { Goal } from '../goal.ts';
import { HOSTILE_LINE_GOAL } from './p21.ts';
import { ARCHIVE_GOAL } from './p43.ts';
import { SEARCH_GOALS } from './p44.ts';

export const PLANT_GOALS: readonly Goal[] = [HOSTILE_LINE_GOAL, ARCHIVE_GOAL, ...SEARCH_GOALS];

import type { Goal } from '../goal.ts';
import { SATURATED_GOAL } from './p18.ts';
import { FLEET_GOALS } from './p19.ts';
import { HOSTILE_GOALS } from './p21.ts';
import { RETURN_GOAL } from './p22.ts';

export const POLL_GOALS: readonly Goal[] = [SATURATED_GOAL, ...FLEET_GOALS, ...HOSTILE_GOALS, RETURN_GOAL];

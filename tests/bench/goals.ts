import { DESIGNER_GOALS } from './designer/goals.ts';
import type { Goal } from './goal.ts';
import { HISTORY_GOALS } from './history/goals.ts';
import { MEMORY_GOAL } from './memory.ts';
import { CANVAS_GOALS } from './p1.ts';
import { FLOOR_GOALS } from './p5.ts';
import { ENCODER_GOALS } from './p7.ts';
import { WORKERS_GOAL } from './p9.ts';
import { RECORDS_GOAL } from './p10.ts';
import { ENVIRONMENTS_GOAL } from './p12.ts';
import { CODES_GOAL } from './p13.ts';
import { READS_GOALS } from './p14.ts';
import { SELECTIONS_GOAL } from './p17.ts';
import { IMPORT_GOALS } from './p23.ts';
import { LOOKUP_GOAL } from './p26.ts';
import { COMMIT_GOALS } from './p27.ts';
import { POLL_GOALS } from './polls/goals.ts';
import { PREFLIGHT_GOALS } from './preflight/goals.ts';
import { CHART_GOALS } from './p28.ts';
import { BUCKETS_GOAL } from './p29.ts';
import { TILES_GOALS } from './p31.ts';
import { JOURNEYS_GOAL } from './p31-journeys.ts';
import { ENTRY_GOAL } from './p33.ts';
import { INSTALLED_GOALS } from './installed/goals.ts';
import { START_GOALS } from './p34.ts';
import { TRIGGER_GOALS } from './p38.ts';
import { BYTES_GOAL } from './p40.ts';
import { SOCKET_GOAL } from './p41.ts';
import { DETECTOR_GOAL } from './p42.ts';
import { PLANT_GOALS } from './plant/goals.ts';
import { SIGN_IN_TIMING_GOAL } from './p45.ts';

/** All measured goals in the order of the output. */
export const GOALS: readonly Goal[] = [
  ...CANVAS_GOALS,
  ...FLOOR_GOALS,
  ...ENCODER_GOALS,
  WORKERS_GOAL,
  RECORDS_GOAL,
  MEMORY_GOAL,
  ENVIRONMENTS_GOAL,
  CODES_GOAL,
  ...READS_GOALS,
  SELECTIONS_GOAL,
  ...POLL_GOALS,
  ...IMPORT_GOALS,
  LOOKUP_GOAL,
  ...COMMIT_GOALS,
  ...CHART_GOALS,
  BUCKETS_GOAL,
  ...PREFLIGHT_GOALS,
  ...HISTORY_GOALS,
  ...DESIGNER_GOALS,
  ...TILES_GOALS,
  JOURNEYS_GOAL,
  ENTRY_GOAL,
  ...INSTALLED_GOALS,
  ...START_GOALS,
  ...TRIGGER_GOALS,
  BYTES_GOAL,
  SOCKET_GOAL,
  DETECTOR_GOAL,
  ...PLANT_GOALS,
  SIGN_IN_TIMING_GOAL,
];

import { UPDATE_STEPS, isUpdateEnd, type UpdateStage } from '#contract/updates/update-state.ts';
import type { StatusTone } from '../../ui/status-tone.ts';

const STEPS = Object.fromEntries(UPDATE_STEPS.map((step) => [step, 'maintenance'])) as Record<(typeof UPDATE_STEPS)[number], StatusTone>;

/** How the badge of a stage is shown. */
export const STAGE_TONES: Readonly<Record<UpdateStage, StatusTone>> = {
  ...STEPS,
  waiting: 'wait',
  done: 'go',
  refused: 'caution',
  cancelled: 'outline',
  'rolled-back': 'caution',
  kept: 'caution',
};

const FIRST_BACKWARD = UPDATE_STEPS.indexOf('stopping-new');

/** The share of the steps that are done, from 0 to 1; the way back counts by itself. */
export function stageShare(stage: UpdateStage): number {
  if (isUpdateEnd(stage)) return 1;
  const index = UPDATE_STEPS.indexOf(stage as (typeof UPDATE_STEPS)[number]);
  if (index < FIRST_BACKWARD) return index / FIRST_BACKWARD;
  return (index - FIRST_BACKWARD) / (UPDATE_STEPS.length - FIRST_BACKWARD);
}

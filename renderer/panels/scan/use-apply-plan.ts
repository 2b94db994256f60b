import { ref } from 'vue';
import type { Applied } from '#contract/station/plans.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useAction } from '../../composables/use-action.ts';
import { applyPlan, type SeenPlan } from '../job/apply-plan.ts';

/** Loads the reviewed plan. Serial numbers that have advanced are accepted; any other change sets `hasChanged` and must be reviewed. */
export function useApplyPlan() {
  const client = useStationClient();
  const hasChanged = ref(false);

  const action = useAction(async (seen: SeenPlan): Promise<Applied | undefined> => {
    hasChanged.value = false;
    const applied = await applyPlan(client, seen);
    hasChanged.value = applied === undefined;
    return applied;
  });

  return { ...action, hasChanged };
}

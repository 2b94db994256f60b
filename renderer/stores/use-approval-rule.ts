import { computed } from 'vue';
import type { ApprovalRuleSettings } from '#contract/api-v3/label-approval.ts';
import { useStationClient } from '../composables/station-client.ts';
import { useLoad } from './use-load.ts';

/** Where only approved labels print on a controller; undefined until it is known. */
export function useApprovalRule(connection: () => string | undefined) {
  const client = useStationClient();
  const { value, problem, reload } = useLoad(
    (signal) => {
      const current = connection();
      return current === undefined ? undefined : client.settings.getApproval({ connection: current }, signal);
    },
    [connection],
  );
  const isOn = computed(() => value.value !== undefined && value.value.approvedLabelsOnly !== 'off');

  async function put(place: string, rule: ApprovalRuleSettings): Promise<void> {
    await client.settings.putApproval({ connection: place, rule });
    await reload();
  }

  return { value, problem, isOn, reload, put };
}

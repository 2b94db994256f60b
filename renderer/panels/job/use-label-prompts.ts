import { computed, reactive, watch } from 'vue';
import { useStationClient } from '../../composables/station-client.ts';
import { useLoad } from '../../composables/use-load.ts';

/** Where a label is; `version` changes with the label. */
export interface AskingLabel {
  connection: string;
  label: string;
  version: string;
}

/** What a label asks for, and what is typed into its fields meanwhile. Another label begins with its values as they are. */
export function useLabelPrompts(asking: () => AskingLabel) {
  const client = useStationClient();
  const drafts = reactive(new Map<string, string>());

  const load = useLoad(
    async (signal) => {
      const { connection, label } = asking();
      if (label === '') return undefined;
      return { connection, label, prompts: await client.variables.prompts({ connection, label }, signal) };
    },
    [() => asking().connection, () => asking().label, () => asking().version],
  );
  watch([() => asking().connection, () => asking().label], () => drafts.clear());

  const prompts = computed(() => {
    const { connection, label } = asking();
    const found = load.value.value;
    return found?.label === label && found.connection === connection ? found.prompts : [];
  });
  const unsaved = computed(() => prompts.value.filter(({ name, value }) => (drafts.get(name) ?? value) !== value));

  return { prompts, unsaved, drafts, problem: load.problem, reload: load.reload };
}

import { computed, reactive, watch } from 'vue';
import { useStationClient } from '../../composables/station-client.ts';
import { useLoad } from '../../stores/use-load.ts';

/** The location of a label; `version` changes with the label. */
export interface PromptingLabel {
  connection: string;
  label: string;
  /** The printer of the selection; undefined while none is chosen. */
  printer: string | undefined;
  version: string;
}

/** The prompts of a label and the values typed into them. Choosing another label resets the typed values. */
export function useLabelPrompts(target: () => PromptingLabel) {
  const client = useStationClient();
  const enteredValues = reactive(new Map<string, string>());

  const load = useLoad(
    async (signal) => {
      const { connection, label, printer } = target();
      if (label === '') return undefined;
      return {
        connection,
        label,
        prompts: await client.variables.prompts({ connection, label, ...(printer !== undefined && { printer }) }, signal),
      };
    },
    [() => target().connection, () => target().label, () => target().version, () => target().printer],
  );
  watch([() => target().connection, () => target().label], () => enteredValues.clear());

  const prompts = computed(() => {
    const { connection, label } = target();
    const found = load.value.value;
    return found?.label === label && found.connection === connection ? found.prompts : [];
  });
  const unsaved = computed(() => prompts.value.filter(({ name, value }) => (enteredValues.get(name) ?? value) !== value));

  return { prompts, unsaved, enteredValues, problem: load.problem, reload: load.reload };
}

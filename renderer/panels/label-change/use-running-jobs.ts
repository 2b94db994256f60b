import { ref, shallowRef } from 'vue';
import type { Usage } from '#contract/api-v3/usage.ts';
import { useAction } from '../../composables/use-action.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useConnectionsStore } from '../../stores/connections.ts';
import type { LabelPlace, RunningJobsChoice } from '../../stores/labels.ts';
import { isUnreachableError, useUnsavedEditsStore } from '../../stores/unsaved-edits.ts';

export type UsingJob = Usage['labels'][string]['jobs'][number];

/** Finds the jobs that print a label, and holds the question whether a change of the label reaches them. */
export function useRunningJobs(place: LabelPlace) {
  const client = useStationClient();
  const connections = useConnectionsStore();
  const unsavedEdits = useUnsavedEditsStore();
  /** The jobs that the question is about; undefined while nothing is asked. */
  const asked = shallowRef<readonly UsingJob[]>();
  /** The answer, kept for a save that a conflict interrupts. */
  const choice = ref<RunningJobsChoice>();

  /** Whether the controller decides: it knows only the specification. */
  const doesControllerDecide = () => connections.findConnection(place.connection)?.hasExtensions === false;

  /** A change that waits for its controller reaches no running job. */
  async function find(): Promise<readonly UsingJob[]> {
    if (doesControllerDecide() || unsavedEdits.isUnreachable(place.connection)) return [];
    try {
      const { labels } = await client.usage.read({ connection: place.connection });
      return Object.hasOwn(labels, place.name) ? (labels[place.name]?.jobs ?? []) : [];
    } catch (error) {
      if (isUnreachableError(error)) return [];
      throw error;
    }
  }

  const asking = useAction(async () => {
    choice.value = undefined;
    const jobs = await find();
    asked.value = jobs.length > 0 ? jobs : undefined;
    return asked.value ? 'asked' : 'unused';
  });

  function close(): void {
    asked.value = undefined;
  }

  return { asked, choice, asking, close, doesControllerDecide };
}

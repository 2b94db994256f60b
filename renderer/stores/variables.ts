import { defineStore } from 'pinia';
import type { Variable } from '#contract/api-v3/variable.ts';
import { inNameOrder } from '../composables/compare-names.ts';
import { useStationClient } from '../composables/station-client.ts';
import { useConnectionList } from '../composables/use-connection-list.ts';

/** Where a variable is. */
export interface VariablePlace {
  connection: string;
  name: string;
}

/** The variables of the chosen connection. */
export const useVariablesStore = defineStore('variables', () => {
  const client = useStationClient();
  const { items, isLoading, problem, reload } = useConnectionList(async (connection, signal) =>
    inNameOrder(await client.variables.list({ connection }, signal)),
  );

  const get = (place: VariablePlace, signal?: AbortSignal) => client.variables.get(place, signal);

  /** Over what a person saw; null = nothing. Throws `changed-meanwhile` where there is something else. */
  async function put(place: VariablePlace, variable: Variable, over: Variable | null): Promise<void> {
    await client.variables.put({ ...place, variable, over });
    await reload();
  }

  async function remove(place: VariablePlace): Promise<void> {
    await client.variables.remove(place);
    await reload();
  }

  async function rename(place: VariablePlace, newName: string): Promise<void> {
    await client.variables.rename({ ...place, newName });
    await reload();
  }

  return { items, isLoading, problem, reload, get, put, remove, rename };
});

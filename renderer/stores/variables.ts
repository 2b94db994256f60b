import { defineStore } from 'pinia';
import type { Variable } from '#contract/api-v3/variable.ts';
import { inNameOrder } from '../domain/formats/compare-names.ts';
import { useStationClient } from '../composables/station-client.ts';
import { useConnectionList } from './use-connection-list.ts';

/** The connection and name of a variable. */
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

  /**
   * Replaces the content that the operator saw (`expected`; null = none). Throws `changed-meanwhile` if the controller has other content.
   */
  async function put(place: VariablePlace, variable: Variable, expected: Variable | null): Promise<void> {
    await client.variables.put({ ...place, variable, expected });
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

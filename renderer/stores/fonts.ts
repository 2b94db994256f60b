import { defineStore } from 'pinia';
import { useStationClient } from '../composables/station-client.ts';
import { useConnectionList } from './use-connection-list.ts';

/** The connection, family and style of a font. */
export interface FontPlace {
  connection: string;
  family: string;
  style: string;
}

/** The fonts of the chosen connection. */
export const useFontsStore = defineStore('fonts', () => {
  const client = useStationClient();
  const { items, isLoading, problem, reload } = useConnectionList((connection, signal) => client.fonts.list({ connection }, signal));

  async function remove(place: FontPlace): Promise<void> {
    await client.fonts.remove(place);
    await reload();
  }

  return { items, isLoading, problem, reload, remove };
});

import { defineStore } from 'pinia';
import type { ControllerSettings } from '#contract/api-v3/settings.ts';
import { useStationClient } from '../composables/station-client.ts';

/** How controllers make dates. */
export const useSettingsStore = defineStore('settings', () => {
  const client = useStationClient();

  const get = (connection: string, signal?: AbortSignal) => client.settings.get({ connection }, signal);

  async function put(connection: string, settings: ControllerSettings): Promise<void> {
    await client.settings.put({ connection, settings });
  }

  return { get, put };
});

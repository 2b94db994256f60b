import { inject, type InjectionKey } from 'vue';
import type { StationClient } from '#contract/station/index.ts';

/** The injection key under which the app provides the station client. */
export const stationClientKey: InjectionKey<StationClient> = Symbol('station client');

/** The station client, for stores and components. Throws if the app does not provide one. */
export function useStationClient(): StationClient {
  const client = inject(stationClientKey);
  if (!client) throw new Error('The app has no station client.');
  return client;
}

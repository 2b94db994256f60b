import { inject, type InjectionKey } from 'vue';
import type { StationClient } from '#contract/station/index.ts';

/** Where the app keeps what it asks the station with. */
export const stationClientKey: InjectionKey<StationClient> = Symbol('station client');

/** The station, for stores and components alike. Throws where nobody provided one. */
export function useStationClient(): StationClient {
  const client = inject(stationClientKey);
  if (!client) throw new Error('The app has no station client.');
  return client;
}

import type { StationHandlers } from '#contract/station/index.ts';
import type { StationModules } from '../modules/station-modules.ts';

/** The languages of the station's `languages` folder; none when the station has no such folder. */
export function languagesOperations({ languages }: Pick<StationModules, 'languages'>): StationHandlers['languages'] {
  return { list: async () => (await languages?.list()) ?? [] };
}

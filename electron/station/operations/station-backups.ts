import type { StationHandlers } from '#contract/station/index.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function stationBackupsOperations({ stationBackups }: StationModules): StationHandlers['stationBackups'] {
  return {
    list: async () => ({ isKept: stationBackups.isKept, backups: await stationBackups.list(), restored: stationBackups.restored }),
    make: async () => ({ backup: await stationBackups.make() }),
    restore: async ({ name }) => {
      await stationBackups.restore(name);
      return {};
    },
  };
}

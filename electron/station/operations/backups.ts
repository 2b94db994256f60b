import { z } from 'zod';
import { backupSchema } from '#contract/api-v3/backup.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function backupsOperations({ controllers, backupOrders: orders, restoreOrders }: StationModules): StationHandlers['backups'] {
  return {
    list: async ({ connection }) => {
      // Read before the list: a backup that completes in between is reported as running, and is in the next list.
      const state = orders.state(connection);
      return { backups: await controllers.read(connection, apiPath`/backups`, z.array(backupSchema)), ...state };
    },
    restore: async ({ connection, name }) => {
      await restoreOrders.restore(connection, name);
      return {};
    },
    restoreState: ({ connection }) => restoreOrders.state(connection),
    make: async ({ connection }) => ({ backup: (await orders.make(connection)) ?? null }),
  };
}

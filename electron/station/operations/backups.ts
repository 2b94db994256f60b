import { z } from 'zod';
import { backupSchema } from '#contract/api-v3/backup.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import type { BackupOrders } from '../backups/backup-orders.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';

export function backupsOperations(controllers: Controllers, orders: BackupOrders): StationHandlers['backups'] {
  return {
    list: async ({ connection }) => {
      // Looked at first: a backup that is done while the list is read counts as under way, and stands in the next list.
      const state = orders.state(connection);
      return { backups: await controllers.read(connection, apiPath`/backups`, z.array(backupSchema)), ...state };
    },
    make: async ({ connection }) => ({ backup: (await orders.make(connection)) ?? null }),
  };
}

import { z } from 'zod';
import { counterListItemSchema, counterSchema } from '#contract/api-v3/counter.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';
import { conditionOver } from '../connections/present.ts';
import { renamingOn } from './renaming.ts';

export function countersOperations(controllers: Controllers): StationHandlers['counters'] {
  return {
    list: ({ connection }) => controllers.read(connection, apiPath`/counters`, z.array(counterListItemSchema)),
    get: ({ connection, name }) => controllers.read(connection, apiPath`/counters/${name}`, counterSchema),
    put: async ({ connection, name, counter, over }) => {
      const path = apiPath`/counters/${name}`;
      const headers = await conditionOver(controllers, { connection, name, path, schema: counterSchema }, over);
      const { status } = await controllers.change(connection, { method: 'PUT', path, json: counter, headers });
      return { created: status === 201 };
    },
    remove: async ({ connection, name }) => {
      await controllers.change(connection, { method: 'DELETE', path: apiPath`/counters/${name}` });
      return {};
    },
    rename: renamingOn(controllers, 'counters'),
  };
}

import { z } from 'zod';
import { shiftCodeListItemSchema, shiftCodeSchema } from '#contract/api-v3/shift-code.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';
import { conditionOver } from '../connections/present.ts';
import { renamingOn } from './renaming.ts';

export function shiftCodesOperations(controllers: Controllers): StationHandlers['shiftCodes'] {
  return {
    list: ({ connection }) => controllers.read(connection, apiPath`/shiftCodes`, z.array(shiftCodeListItemSchema)),
    get: ({ connection, name }) => controllers.read(connection, apiPath`/shiftCodes/${name}`, shiftCodeSchema),
    put: async ({ connection, name, shiftCode, over }) => {
      const path = apiPath`/shiftCodes/${name}`;
      const headers = await conditionOver(controllers, { connection, name, path, schema: shiftCodeSchema }, over);
      const { status } = await controllers.change(connection, { method: 'PUT', path, json: shiftCode, headers });
      return { created: status === 201 };
    },
    remove: async ({ connection, name }) => {
      await controllers.change(connection, { method: 'DELETE', path: apiPath`/shiftCodes/${name}` });
      return {};
    },
    rename: renamingOn(controllers, 'shiftCodes'),
  };
}

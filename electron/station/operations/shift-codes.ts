import { z } from 'zod';
import { shiftCodeListItemSchema, shiftCodeSchema } from '#contract/api-v3/shift-code.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath } from '../connections/controller-path.ts';
import { preconditionFor } from '../connections/current-content.ts';
import { renamingOn } from './renaming.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function shiftCodesOperations({ controllers }: StationModules): StationHandlers['shiftCodes'] {
  return {
    list: async ({ connection }) =>
      controllers.hasExtensions(connection) ? controllers.read(connection, apiPath`/shiftCodes`, z.array(shiftCodeListItemSchema)) : [],
    get: ({ connection, name }) => controllers.read(connection, apiPath`/shiftCodes/${name}`, shiftCodeSchema),
    put: async ({ connection, name, shiftCode, expected }) => {
      const path = apiPath`/shiftCodes/${name}`;
      const headers = await preconditionFor(controllers, { connection, name, path, schema: shiftCodeSchema }, expected);
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

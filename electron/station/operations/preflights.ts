import { z } from 'zod';
import { preflightFindingsSchema, preflightSchema } from '#contract/api-v3/preflight.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import { idempotencyHeaders } from '../connections/command-headers.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function preflightsOperations({ controllers }: StationModules): StationHandlers['preflights'] {
  return {
    list: ({ connection, table }) =>
      controllers.read(connection, apiPath`/preflights` + queryText({ tableName: table }), z.array(preflightSchema)),
    start: async ({ connection, table, request, idempotencyKey }) => {
      const path = apiPath`/tables/${table}/preflight`;
      const { value } = await controllers.change(connection, {
        method: 'POST',
        path,
        json: request,
        headers: idempotencyHeaders(idempotencyKey),
      });
      return preflightSchema.parse(value);
    },
    get: ({ connection, id }) => controllers.read(connection, apiPath`/preflights/${id}`, preflightSchema),
    findings: ({ connection, id, query }) =>
      controllers.read(connection, apiPath`/preflights/${id}/findings` + queryText(query), preflightFindingsSchema),
    remove: async ({ connection, id }) => {
      await controllers.change(connection, { method: 'DELETE', path: apiPath`/preflights/${id}` });
      return {};
    },
  };
}

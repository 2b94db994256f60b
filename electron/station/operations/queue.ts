import { queueSchema } from '#contract/api-v3/queue.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath } from '../connections/controller-path.ts';
import { SELECTION_LIMIT } from '../connections/command-time.ts';
import { idempotencyHeaders } from '../connections/command-headers.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function queueOperations({ controllers, clock }: StationModules): StationHandlers['queue'] {
  return {
    list: ({ connection, printer }) => controllers.read(connection, apiPath`/printers/${printer}/queue`, queueSchema),
    reorder: async ({ connection, printer, order }) => {
      await controllers.change(connection, { method: 'PUT', path: apiPath`/printers/${printer}/queue`, json: { order } });
      return {};
    },
    remove: async ({ connection, printer, id }) => {
      await controllers.change(connection, { method: 'DELETE', path: apiPath`/printers/${printer}/queue/${id}` });
      return {};
    },
    seek: async ({ connection, printer, id, idempotencyKey }, pressedAt = clock.elapsed()) => {
      const path = apiPath`/printers/${printer}/queue/seek`;
      const time = { pressedAt, limit: SELECTION_LIMIT, refusal: 'The queue was not changed' };
      await controllers.change(connection, { method: 'POST', path, json: { id }, headers: idempotencyHeaders(idempotencyKey), time });
      return {};
    },
  };
}

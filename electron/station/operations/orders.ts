import { orderDetailSchema, ordersPageSchema } from '#contract/api-v3/order.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { authorHeaders, idempotencyHeaders } from '../connections/command-headers.ts';
import { SELECTION_LIMIT } from '../connections/command-time.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import type { StationModules } from '../modules/station-modules.ts';

/** The orders of ERP and MES systems. A start expires like every selection; a cancellation does not. */
export function ordersOperations({ controllers, author, clock }: StationModules): StationHandlers['orders'] {
  return {
    list: ({ connection, states, ...query }) => {
      if (!controllers.hasExtensions(connection)) return Promise.resolve({ orders: [], next: null });
      const text = queryText({ ...query, states: states?.join(',') });
      return controllers.read(connection, apiPath`/orders` + text, ordersPageSchema);
    },
    get: ({ connection, id }) => controllers.read(connection, apiPath`/orders/${id}`, orderDetailSchema),
    start: async ({ connection, id, idempotencyKey, replace }, pressedAt = clock.elapsed()) => {
      const headers = { ...idempotencyHeaders(idempotencyKey), ...authorHeaders(author()) };
      const time = { pressedAt, limit: SELECTION_LIMIT, refusal: 'Not started' };
      await controllers.change(connection, { method: 'POST', path: apiPath`/orders/${id}/start`, json: { replace }, headers, time });
      return {};
    },
    cancel: async ({ connection, id, idempotencyKey, reason }) => {
      const headers = { ...idempotencyHeaders(idempotencyKey), ...authorHeaders(author()) };
      await controllers.change(connection, { method: 'POST', path: apiPath`/orders/${id}/cancel`, json: { reason }, headers });
      return {};
    },
  };
}

import { selectionSchema, triggerResultSchema } from '#contract/api-v3/print-job.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';
import { once, signed } from './order-headers.ts';

/** Print control. Every order is sent once, with the page's own Idempotency-Key, and never repeated. `author` is who selects here. */
export function printingOperations(controllers: Controllers, author: string): StationHandlers['printing'] {
  return {
    select: async ({ connection, printer, idempotencyKey, job }) => {
      const path = apiPath`/printers/${printer}/printJob`;
      const headers = { ...once(idempotencyKey), ...signed(author) };
      const { value } = await controllers.change(connection, { method: 'POST', path, json: job, headers });
      // The specification leaves the answer open: a controller that says nothing of the job gives it no identifier.
      return selectionSchema.safeParse(value).data ?? { id: '', position: 0 };
    },
    deselect: async ({ connection, printer, idempotencyKey }) => {
      const path = apiPath`/printers/${printer}/printJob`;
      await controllers.change(connection, { method: 'POST', path, isEmptyJson: true, headers: once(idempotencyKey) });
      return {};
    },
    trigger: async ({ connection, printer, idempotencyKey }) => {
      const path = apiPath`/printers/${printer}/trigger`;
      const { value } = await controllers.change(connection, { method: 'POST', path, headers: once(idempotencyKey) });
      // A controller that accepts a trigger and does not say more prints.
      return triggerResultSchema.safeParse(value).data ?? { result: 'printing' };
    },
    abort: async ({ connection, printer, idempotencyKey }) => {
      await controllers.change(connection, {
        method: 'POST',
        path: apiPath`/printers/${printer}/abortPrint`,
        headers: once(idempotencyKey),
      });
      return {};
    },
    setConveyor: async ({ connection, printer, conveyor }) => {
      await controllers.change(connection, { method: 'PUT', path: apiPath`/printers/${printer}/conveyor`, json: conveyor });
      return {};
    },
    refillInk: async ({ connection, printer, supply }) => {
      await controllers.change(connection, { method: 'POST', path: apiPath`/printers/${printer}/inkSupplies/${supply}/refill` });
      return {};
    },
  };
}

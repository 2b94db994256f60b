import { z } from 'zod';
import { orderDetailSchema, ordersPageSchema, orderStateSchema } from '../api-v3/order.ts';
import { command, query } from './operation.ts';
import { connectionInput, idempotencyInput } from './operation-input.ts';

const orderInput = connectionInput.extend({ id: z.string() });

/** Extension: the orders of ERP and MES systems on a controller. */
export const ordersContract = {
  /** Newest first; `before` continues after the page whose `next` it is. None on a controller without orders. */
  list: query(
    connectionInput.extend({
      states: z.array(orderStateSchema).optional(),
      printer: z.string().optional(),
      before: z.number().int().optional(),
      limit: z.number().int().min(1).max(500),
    }),
    ordersPageSchema,
  ),
  get: query(orderInput, orderDetailSchema),
  /** Starts an order, or what is left of it. `replace` ends the jobs that its printers have. */
  start: command('print', orderInput.extend({ ...idempotencyInput, replace: z.boolean() }), z.object({})),
  /** Ends the jobs of an order. */
  cancel: command('print', orderInput.extend({ ...idempotencyInput, reason: z.string() }), z.object({})),
};

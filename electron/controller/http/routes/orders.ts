import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { dictionary, nameSchema } from '#contract/api-v3/name.ts';
import {
  newOrderSchema,
  orderCancelSchema,
  orderDetailSchema,
  orderIdSchema,
  ordersPageSchema,
  ordersQuerySchema,
  orderStartSchema,
} from '#contract/api-v3/order.ts';
import type { Controller } from '#controller/controller.ts';
import { requirePrinters, mayName } from '../../keys/printer-limits.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { storedName } from '../app/stored-name.ts';
import { empty, json, operation, putAnswers } from '#http/openapi/operation.ts';
import { authorOf } from './author.ts';

const TAG = 'orders';
const isExtension = true;
const orderPathSchema = z.object({ id: nameSchema.describe('Percent-encoded; normalised to NFC.') });
const newOrderPathSchema = z.object({ id: orderIdSchema.describe('Percent-encoded; normalised to NFC.') });
/** The route itself checks that the key may name all printers of the order. */
const EVERY = { printer: 'every', isExtension } as const;

/** Routes of the orders of ERP and MES systems: list, read, put, start and cancel. */
export function orderRoutes(app: FastifyApp, controller: Controller): void {
  readRoutes(app, controller);
  putRoute(app, controller);
  changeRoutes(app, controller);
}

function readRoutes(app: FastifyApp, { orders }: Controller): void {
  const about = {
    summary: 'List the orders, newest first',
    scope: 'read',
    ...EVERY,
    description: 'A page may have fewer than `limit` orders; `next` is present if there are more.',
  } as const;
  app.get(
    '/orders',
    {
      schema: operation(TAG, about, { querystring: ordersQuerySchema, response: { 200: json('A page of orders.', ordersPageSchema) } }),
    },
    async (request) => {
      const page = await orders.page({ ...request.query, printer: storedName(request.query.printer) });
      return { ...page, orders: page.orders.filter(({ printers }) => printers.every((printer) => mayName(request.grant, printer))) };
    },
  );
  app.get(
    '/orders/:id',
    {
      schema: operation(
        TAG,
        { summary: 'Read an order with its jobs and counts', scope: 'read', ...EVERY },
        { params: orderPathSchema, response: { 200: json('The order.', orderDetailSchema) } },
      ),
    },
    async (request) => {
      const order = await orders.get(request.params.id);
      requirePrinters(request.grant, order.printers);
      return order;
    },
  );
}

function putRoute(app: FastifyApp, controller: Controller): void {
  const { orders, orderStarts } = controller;
  const about = {
    summary: 'Add an order, or replace one that has not started',
    scope: 'print',
    ...EVERY,
    description:
      'The same order again changes nothing, so that a client may repeat the request until it is answered. An order that could not be ' +
      'selected now is refused, and not stored.',
  } as const;
  app.put(
    '/orders/:id',
    { schema: operation(TAG, about, { params: newOrderPathSchema, body: newOrderSchema, response: putAnswers }) },
    async (request, reply) => {
      const { id } = request.params;
      const order = withStoredVariables(request.body);
      requirePrinters(request.grant, order.printers);
      await requireOrder(request, controller, { id, isOptional: true });
      const condition = conditionOn(controller, request, id);
      if (await orders.isSame(id, order)) {
        await controller.change(condition, () => Promise.resolve());
        return reply.code(204).send();
      }
      const asked = await orderStarts.check(id, order);
      const result = await controller.change(condition, (trx) => orders.put({ id, order, asked }, trx));
      return reply.code(result === 'created' ? 201 : 204).send();
    },
  );
}

function changeRoutes(app: FastifyApp, controller: Controller): void {
  const { orderStarts } = controller;
  const start = {
    summary: 'Start an order, or what is left of an interrupted one',
    scope: 'print',
    ...EVERY,
    expires: true,
    description: 'The header `strobe-author`, percent-encoded, names the person.',
  } as const;
  app.post(
    '/orders/:id/start',
    { schema: operation(TAG, start, { params: orderPathSchema, body: orderStartSchema, response: { 204: empty('Started.') } }) },
    async (request, reply) => {
      const { id } = request.params;
      await requireOrder(request, controller, { id });
      const origin = { operator: authorOf(request), idempotency: request.idempotency, expiry: request.readExpiry() };
      await orderStarts.start(id, { isReplacing: request.body.replace }, origin);
      return reply.code(204).send();
    },
  );
  const cancel = { summary: 'Cancel an order, and end its jobs', scope: 'print', ...EVERY } as const;
  app.post(
    '/orders/:id/cancel',
    { schema: operation(TAG, cancel, { params: orderPathSchema, body: orderCancelSchema, response: { 204: empty('Cancelled.') } }) },
    async (request, reply) => {
      const { id } = request.params;
      await requireOrder(request, controller, { id });
      await orderStarts.cancel(id, request.body.reason, { idempotency: request.idempotency });
      return reply.code(204).send();
    },
  );
}

/** Throws `not-found`, and `forbidden` for an order of a printer that the key may not name. */
async function requireOrder(
  request: FastifyRequest,
  { orders }: Controller,
  { id, isOptional = false }: { id: string; isOptional?: boolean },
): Promise<void> {
  const record = isOptional ? await orders.find(id) : await orders.record(id);
  if (record) requirePrinters(request.grant, record.order.printers);
}

function conditionOn({ orders }: Controller, request: FastifyRequest, id: string) {
  return conditionOf(request, async (trx) => jsonTags(await orders.get(id, trx)));
}

function withStoredVariables(order: z.output<typeof newOrderSchema>): z.output<typeof newOrderSchema> {
  const variables = Object.entries(order.variables).map(([name, value]) => [storedName(name), value] as const);
  return { ...order, variables: dictionary(variables) };
}

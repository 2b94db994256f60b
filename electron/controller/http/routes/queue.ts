import { z } from 'zod';
import { nameSchema } from '#contract/api-v3/name.ts';
import { queueOrderSchema, queueSchema, queueSeekSchema } from '#contract/api-v3/queue.ts';
import type { Controller } from '#controller/controller.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import type { Door } from '../door-types.ts';
import { empty, json, operation } from '../openapi/operation.ts';
import { onPrinter } from './on-printer.ts';

const tag = 'printing';

/** The queue of a printer: list, reorder, remove a job, go to a checkpoint. */
export function queueRoutes(door: Door, controller: Controller): void {
  onPrinter(
    { door, controller },
    {
      method: 'GET',
      path: '/queue',
      tag,
      about: { summary: 'List the jobs of a printer', scope: 'read', isExtension: true },
      response: { 200: json('In their order, with those that are done since the oldest checkpoint, the last 200 of them.', queueSchema) },
    },
    async ({ printer }) => ({ jobs: await controller.queue.list(printer) }),
  );
  onPrinter(
    { door, controller },
    {
      method: 'PUT',
      path: '/queue',
      tag,
      about: {
        summary: 'Put the jobs of a printer into another order',
        scope: 'print',
        description: 'The order names every job that is current or waits. A current job that has begun stays the current one.',
        isExtension: true,
      },
      body: queueOrderSchema,
      response: { 204: empty('They have this order.') },
    },
    async ({ printer, body, request, reply }) => {
      const condition = conditionOf(request, async (trx) => jsonTags({ jobs: await controller.queue.list(printer, trx) }));
      await controller.queue.reorder(printer, body.order, condition);
      return reply.code(204).send();
    },
  );
  seekRoute(door, controller);
  removeRoute(door, controller);
}

function seekRoute(door: Door, controller: Controller): void {
  onPrinter(
    { door, controller },
    {
      method: 'POST',
      path: '/queue/seek',
      tag,
      about: {
        summary: 'Return to a checkpoint of the queue, or go forward to one',
        scope: 'print',
        description:
          'The checkpoint becomes the current job. It and every job behind it begin at their first rows again; what was queued before it is done.',
        isExtension: true,
      },
      body: queueSeekSchema,
      response: { 204: empty('It is the current job.') },
    },
    async ({ printer, body, request, reply }) => {
      await controller.queue.seek(printer, body.id, request.claim);
      return reply.code(204).send();
    },
  );
}

function removeRoute(door: Door, controller: Controller): void {
  const about = {
    summary: 'Take one job out of the queue',
    scope: 'print',
    printer: 'path',
    description: 'After the current one comes the next.',
    isExtension: true,
  } as const;
  const params = z.object({ name: nameSchema, id: z.string() });
  door.delete(
    '/printers/:name/queue/:id',
    { schema: operation(tag, about, { params, response: { 204: empty('Taken out.') } }) },
    async (request, reply) => {
      await controller.queue.remove(request.params.name, request.params.id);
      return reply.code(204).send();
    },
  );
}

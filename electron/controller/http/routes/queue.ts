import { z } from 'zod';
import { nameSchema } from '#contract/api-v3/name.ts';
import { queueOrderSchema, queueSchema, queueSeekSchema } from '#contract/api-v3/queue.ts';
import type { Controller } from '#controller/controller.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { empty, json, operation } from '#http/openapi/operation.ts';
import { onPrinter } from './on-printer.ts';

const tag = 'printing';

/** Routes of the queue of a printer: list, reorder, remove a job, go to a checkpoint. */
export function queueRoutes(app: FastifyApp, controller: Controller): void {
  onPrinter(
    { app, controller },
    {
      method: 'GET',
      path: '/queue',
      tag,
      about: { summary: 'List the jobs of a printer', scope: 'read', isExtension: true },
      response: { 200: json('In order, with the jobs done since the oldest checkpoint, at most the last 200.', queueSchema) },
    },
    async ({ printer }) => ({ jobs: await controller.queue.list(printer) }),
  );
  onPrinter(
    { app, controller },
    {
      method: 'PUT',
      path: '/queue',
      tag,
      about: {
        summary: 'Reorder the jobs of a printer',
        scope: 'print',
        description: 'The order must name every current or waiting job. A current job that has printed stays current.',
        isExtension: true,
      },
      body: queueOrderSchema,
      response: { 204: empty('Reordered.') },
    },
    async ({ printer, body, request, reply }) => {
      const condition = conditionOf(request, async (trx) => jsonTags({ jobs: await controller.queue.list(printer, trx) }));
      await controller.queue.reorder(printer, body.order, condition);
      return reply.code(204).send();
    },
  );
  seekRoute(app, controller);
  removeRoute(app, controller);
}

function seekRoute(app: FastifyApp, controller: Controller): void {
  onPrinter(
    { app, controller },
    {
      method: 'POST',
      path: '/queue/seek',
      tag,
      about: {
        summary: 'Go back or forward to a checkpoint of the queue',
        scope: 'print',
        description:
          'The checkpoint becomes the current job. It and every job after it start again at their first rows; jobs before it are done.',
        expires: true,
        isExtension: true,
      },
      body: queueSeekSchema,
      response: { 204: empty('The checkpoint is the current job.') },
    },
    async ({ printer, body, request, reply }) => {
      await controller.queue.seek(printer, body.id, { idempotency: request.idempotency, expiry: request.readExpiry() });
      return reply.code(204).send();
    },
  );
}

function removeRoute(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Remove a job from the queue',
    scope: 'print',
    printer: 'path',
    description: 'If it is the current job, the next one becomes current.',
    isExtension: true,
  } as const;
  const params = z.object({ name: nameSchema, id: z.string() });
  app.delete(
    '/printers/:name/queue/:id',
    { schema: operation(tag, about, { params, response: { 204: empty('Taken out.') } }) },
    async (request, reply) => {
      await controller.queue.remove(request.params.name, request.params.id);
      return reply.code(204).send();
    },
  );
}

import { z } from 'zod';
import {
  liftingSchema,
  newPrintBlockSchema,
  printBlockSchema,
  printBlocksPageSchema,
  printBlocksQuerySchema,
} from '#contract/api-v3/print-block.ts';
import { wholeNumberIn } from '#contract/api-v3/whole-number.ts';
import type { Controller } from '#controller/controller.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { empty, json, operation } from '#http/openapi/operation.ts';
import { authorOf } from './author.ts';

const TAG = 'prints';

const blockIdSchema = z.object({ id: wholeNumberIn({ least: 1 }) });

/** Routes of the blocks of further prints: list, read, set and lift. */
export function printBlockRoutes(app: FastifyApp, controller: Controller): void {
  app.get(
    '/printBlocks',
    {
      schema: operation(
        TAG,
        { summary: 'List the blocks of further prints, newest first', scope: 'read', isExtension: true },
        { querystring: printBlocksQuerySchema, response: { 200: json('A page of blocks.', printBlocksPageSchema) } },
      ),
    },
    async (request) => controller.printBlocks.page(request.query),
  );
  app.get(
    '/printBlocks/:id',
    {
      schema: operation(
        TAG,
        { summary: 'Read a block of further prints', scope: 'read', isExtension: true },
        { params: blockIdSchema, response: { 200: json('The block.', printBlockSchema) } },
      ),
    },
    async (request) => controller.printBlocks.get(request.params.id),
  );
  setRoute(app, controller);
  liftRoute(app, controller);
}

function setRoute(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Block further prints',
    scope: 'edit',
    description:
      'From the response on no printer of the controller makes a print that meets all conditions: its trigger is refused with `print-blocked` ' +
      'and uses no value. A job continues with the same print when the block is lifted. Prints that a device already holds for its next product ' +
      'are removed from it. The header `strobe-author`, percent-encoded, names the person.',
    isExtension: true,
  } as const;
  const response = { 201: json('The block, which holds.', printBlockSchema) };
  app.post('/printBlocks', { schema: operation(TAG, about, { body: newPrintBlockSchema, response }) }, async (request, reply) => {
    const origin = { by: authorOf(request), idempotency: request.idempotency };
    return reply.code(201).send(await controller.printing.blockPrints(request.body, origin));
  });
}

function liftRoute(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Lift a block of further prints',
    scope: 'edit',
    description: 'The block and its lifting stay in the list. The header `strobe-author`, percent-encoded, names the person.',
    isExtension: true,
  } as const;
  app.post(
    '/printBlocks/:id/lift',
    { schema: operation(TAG, about, { params: blockIdSchema, body: liftingSchema, response: { 204: empty('It is lifted.') } }) },
    async (request, reply) => {
      const origin = { by: authorOf(request), idempotency: request.idempotency };
      await controller.printing.liftBlock(request.params.id, request.body.reason, origin);
      return reply.code(204).send();
    },
  );
}

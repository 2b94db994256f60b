import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { counterListItemSchema, counterPreviewQuerySchema, counterPreviewSchema, counterSchema } from '#contract/api-v3/counter.ts';
import { plantCounterSourceSchema, plantNumbersSchema, type PlantNumbers } from '#contract/api-v3/plant-counter.ts';
import type { Scope } from '#contract/api-v3/scope.ts';
import type { Controller } from '#controller/controller.ts';
import type { ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { WriteCondition } from '#storage/database/write-condition.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { empty, json, namedSchema, newNamedSchema, operation, putAnswers } from '#http/openapi/operation.ts';

const TAG = 'counters';
const about = (summary: string, scope: Scope) => ({ summary, scope, isExtension: true });

/** Routes of the counters that labels contain: list, read, put, delete and preview. */
export function counterRoutes(app: FastifyApp, controller: Controller): void {
  const list = json('All counters with their values.', z.array(counterListItemSchema));
  app.get('/counters', { schema: operation(TAG, about('List all counters', 'read'), { response: { 200: list } }) }, async () =>
    controller.counters.list(),
  );
  app.get(
    '/counters/:name',
    {
      schema: operation(TAG, about('Read a counter', 'read'), {
        params: namedSchema,
        response: { 200: json('The counter.', counterSchema) },
      }),
    },
    async (request) => controller.counters.get(request.params.name),
  );
  const preview = json('First, next and last print, and the first after a wrap.', counterPreviewSchema);
  app.get(
    '/counters/:name/preview',
    {
      schema: operation(TAG, about('Preview what a counter prints', 'read'), {
        params: namedSchema,
        querystring: counterPreviewQuerySchema,
        response: { 200: preview },
      }),
    },
    async (request) => controller.counters.preview(request.params.name, request.query.prints),
  );
  app.put(
    '/counters/:name',
    {
      schema: operation(TAG, about('Create or replace a counter', 'edit'), {
        params: newNamedSchema,
        body: counterSchema,
        response: putAnswers,
      }),
    },
    async (request, reply) => {
      const { name } = request.params;
      const condition = counterCondition(controller, request, name);
      const result = await controller.change(condition, (trx) => controller.counters.put(name, request.body, trx));
      return reply.code(result === 'created' ? 201 : 204).send();
    },
  );
  app.delete(
    '/counters/:name',
    { schema: operation(TAG, about('Delete a counter', 'edit'), { params: namedSchema, response: { 204: empty('Deleted.') } }) },
    async (request, reply) => {
      const { name } = request.params;
      await controller.removal.counter(name, counterCondition(controller, request, name));
      return reply.code(204).send();
    },
  );
}

/** Counters whose numbers come from a counter of the plant. */
export function plantNumberRoutes(app: FastifyApp, controller: Controller): void {
  const path = '/counters/:name/plant';
  const numbers = json('The numbers that it has.', plantNumbersSchema);
  app.get(
    path,
    {
      schema: operation(TAG, about('Read the numbers that a counter has from the plant', 'read'), {
        params: namedSchema,
        response: { 200: numbers },
      }),
    },
    ({ params }) => numbersOf(controller, params.name),
  );
  const take = {
    ...about('Take the numbers of a counter from the plant', 'edit'),
    description:
      'The plant gives each number to one controller. Blocks are held ahead, so that prints need no network. The step must be 1; value and bounds are those of the ' +
      'current block, and no job that is frozen can use the counter.',
  };
  app.put(
    path,
    { schema: operation(TAG, take, { params: namedSchema, body: plantCounterSourceSchema, response: { 204: empty('Stored.') } }) },
    async (request, reply) => {
      const { name } = request.params;
      const condition = plantCondition(controller, request, name);
      await controller.change(condition, (trx) => controller.counters.takeFromPlant(name, request.body.counter, trx));
      return reply.code(204).send();
    },
  );
  app.delete(
    path,
    {
      schema: operation(TAG, about('Give a counter numbers of its own again', 'edit'), {
        params: namedSchema,
        response: { 204: empty('Ended.') },
      }),
    },
    async (request, reply) => {
      const { name } = request.params;
      const condition = plantCondition(controller, request, name);
      await controller.change(condition, (trx) => controller.counters.endPlantNumbers(name, trx));
      return reply.code(204).send();
    },
  );
}

function plantCondition(controller: Controller, request: FastifyRequest, name: string): WriteCondition | undefined {
  return conditionOf(request, async (trx) => jsonTags(await numbersOf(controller, name, trx)));
}

function counterCondition(controller: Controller, request: FastifyRequest, name: string): WriteCondition | undefined {
  return conditionOf(request, async (trx) => jsonTags(await controller.counters.get(name, trx)));
}

async function numbersOf({ counters, plant }: Controller, name: string, trx?: ControllerTransaction): Promise<PlantNumbers> {
  const { plantCounter: counter, left } = await counters.plantNumbers(name, trx);
  const reason = plant.reasonWithoutNumbers(name);
  return { counter, left, ...(reason !== undefined && { reason }) };
}

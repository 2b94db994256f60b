import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  shiftCodeListItemSchema,
  shiftCodePreviewQuerySchema,
  shiftCodePreviewSchema,
  shiftCodeSchema,
} from '#contract/api-v3/shift-code.ts';
import type { Scope } from '#contract/api-v3/scope.ts';
import type { Controller } from '#controller/controller.ts';
import type { WriteCondition } from '#storage/database/write-condition.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { empty, json, namedSchema, newNamedSchema, operation, putAnswers } from '#http/openapi/operation.ts';

const TAG = 'shiftCodes';
const about = (summary: string, scope: Scope) => ({ summary, scope, isExtension: true });

/** Routes of the shift codes that labels contain: list, read, put, delete and preview. */
export function shiftCodeRoutes(app: FastifyApp, controller: Controller): void {
  const list = json('All shift codes with what they print now.', z.array(shiftCodeListItemSchema));
  app.get('/shiftCodes', { schema: operation(TAG, about('List all shift codes', 'read'), { response: { 200: list } }) }, async () =>
    controller.shiftCodes.list(),
  );
  app.get(
    '/shiftCodes/:name',
    {
      schema: operation(TAG, about('Read a shift code', 'read'), {
        params: namedSchema,
        response: { 200: json('The shift code.', shiftCodeSchema) },
      }),
    },
    async (request) => controller.shiftCodes.get(request.params.name),
  );
  const preview = json('The code at the given time and its next changes.', shiftCodePreviewSchema);
  app.get(
    '/shiftCodes/:name/preview',
    {
      schema: operation(TAG, about('Preview what a shift code prints', 'read'), {
        params: namedSchema,
        querystring: shiftCodePreviewQuerySchema,
        response: { 200: preview },
      }),
    },
    async (request) => controller.shiftCodes.preview(request.params.name, request.query),
  );
  app.put(
    '/shiftCodes/:name',
    {
      schema: operation(TAG, about('Create or replace a shift code', 'edit'), {
        params: newNamedSchema,
        body: shiftCodeSchema,
        response: putAnswers,
      }),
    },
    async (request, reply) => {
      const { name } = request.params;
      const condition = shiftCodeCondition(controller, request, name);
      const result = await controller.change(condition, (trx) => controller.shiftCodes.put(name, request.body, trx));
      return reply.code(result === 'created' ? 201 : 204).send();
    },
  );
  app.delete(
    '/shiftCodes/:name',
    { schema: operation(TAG, about('Delete a shift code', 'edit'), { params: namedSchema, response: { 204: empty('Deleted.') } }) },
    async (request, reply) => {
      const { name } = request.params;
      await controller.removal.shiftCode(name, shiftCodeCondition(controller, request, name));
      return reply.code(204).send();
    },
  );
}

function shiftCodeCondition(controller: Controller, request: FastifyRequest, name: string): WriteCondition | undefined {
  return conditionOf(request, async (trx) => jsonTags(await controller.shiftCodes.get(name, trx)));
}

import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { labelSchema, labelSummarySchema, storedLabelSchema } from '#contract/api-v3/label.ts';
import { dictionary } from '#contract/api-v3/name.ts';
import type { Controller } from '#controller/controller.ts';
import { checkValidObjects } from '#rendering/label/check-valid-objects.ts';
import type { WriteCondition } from '#storage/database/write-condition.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import { validatorCompiler } from '../answer/validate.ts';
import type { FastifyApp } from '../app/fastify-app.ts';
import { dictionaryOf, empty, json, namedSchema, newNamedSchema, operation, putAnswers } from '../openapi/operation.ts';
import { authorOf } from './author.ts';

const TAG = 'labels';

/** A label as it is stored, even if this version cannot use it. */
export const STORED_LABEL = json(
  'The label. One that this version cannot use is returned as it is stored.',
  z.union([labelSchema, storedLabelSchema]),
);

/** Routes of labels: list, read, put and delete. */
export function labelRoutes(app: FastifyApp, controller: Controller): void {
  app.get(
    '/labels',
    {
      schema: operation(
        TAG,
        { summary: 'List all labels', scope: 'read' },
        { response: { 200: json('All labels, by name.', dictionaryOf(labelSummarySchema)) } },
      ),
    },
    async () => dictionary(await controller.labels.list()),
  );
  app.get(
    '/labels/:name',
    {
      schema: operation(TAG, { summary: 'Read a label', scope: 'read' }, { params: namedSchema, response: { 200: STORED_LABEL } }),
    },
    async (request) => (await controller.labels.get(request.params.name)).label,
  );
  void app.register((scope, _options, done) => {
    const labelScope = scope.withTypeProvider<ZodTypeProvider>();
    labelScope.setValidatorCompiler(validatorCompiler(checkValidObjects));
    putRoute(labelScope, controller);
    done();
  });
  app.delete(
    '/labels/:name',
    { schema: operation(TAG, { summary: 'Delete a label', scope: 'edit' }, { params: namedSchema, response: { 204: empty('Deleted.') } }) },
    async (request, reply) => {
      const { name } = request.params;
      await controller.removal.label(name, labelCondition(controller, request, name));
      return reply.code(204).send();
    },
  );
}

function putRoute(scope: FastifyApp, controller: Controller): void {
  scope.put(
    '/labels/:name',
    {
      schema: operation(
        TAG,
        { summary: 'Create or modify a label', scope: 'edit' },
        { params: newNamedSchema, body: labelSchema, response: putAnswers },
      ),
    },
    async (request, reply) => {
      const { name } = request.params;
      const author = authorOf(request);
      const condition = labelCondition(controller, request, name);
      const result = await controller.change(condition, (db) => controller.labels.put(name, request.body, { author, db }));
      controller.labelAcceptance.wake();
      return reply.code(result === 'created' ? 201 : 204).send();
    },
  );
}

function labelCondition(controller: Controller, request: FastifyRequest, name: string): WriteCondition | undefined {
  return conditionOf(request, async (trx) => jsonTags((await controller.labels.get(name, trx)).label));
}

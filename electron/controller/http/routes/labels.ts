import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { labelSchema, labelSummarySchema } from '#contract/api-v3/label.ts';
import { dictionary } from '#contract/api-v3/name.ts';
import type { Controller } from '#controller/controller.ts';
import { checkSoundObjects } from '#rendering/check-sound-objects.ts';
import type { Condition } from '#storage/condition.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import { validatorCompiler } from '../answer/validate.ts';
import type { Door } from '../door-types.ts';
import { dictionaryOf, empty, json, namedSchema, newNamedSchema, operation, putAnswers } from '../openapi/operation.ts';
import { authorOf } from './author.ts';

const TAG = 'labels';

/** Labels: list, read, put and delete. */
export function labelRoutes(door: Door, controller: Controller): void {
  door.get(
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
  door.get(
    '/labels/:name',
    {
      schema: operation(
        TAG,
        { summary: 'Read a label', scope: 'read' },
        { params: namedSchema, response: { 200: json('The label.', labelSchema) } },
      ),
    },
    async (request) => (await controller.labels.get(request.params.name)).label,
  );
  void door.register((scope, _options, done) => {
    const labelScope = scope.withTypeProvider<ZodTypeProvider>();
    labelScope.setValidatorCompiler(validatorCompiler(checkSoundObjects));
    putRoute(labelScope, controller);
    done();
  });
  door.delete(
    '/labels/:name',
    { schema: operation(TAG, { summary: 'Delete a label', scope: 'edit' }, { params: namedSchema, response: { 204: empty('Deleted.') } }) },
    async (request, reply) => {
      const { name } = request.params;
      await controller.removal.label(name, labelCondition(controller, request, name));
      return reply.code(204).send();
    },
  );
}

function putRoute(scope: Door, controller: Controller): void {
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
      controller.labelProofs.wake();
      return reply.code(result === 'created' ? 201 : 204).send();
    },
  );
}

function labelCondition(controller: Controller, request: FastifyRequest, name: string): Condition | undefined {
  return conditionOf(request, async (trx) => jsonTags((await controller.labels.get(name, trx)).label));
}

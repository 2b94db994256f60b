import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { promptFault } from '#contract/api-v3/prompt.ts';
import {
  labelPromptSchema,
  labelPromptsQuerySchema,
  variableListItemSchema,
  variableSchema,
  type Variable,
} from '#contract/api-v3/variable.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Controller } from '#controller/controller.ts';
import type { ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { WriteCondition } from '#storage/database/write-condition.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { empty, json, namedSchema, newNamedSchema, operation, putAnswers } from '#http/openapi/operation.ts';

const TAG = 'variables';

/** Routes of variables: list, read, put, delete, and the prompts of a label. */
export function variableRoutes(app: FastifyApp, controller: Controller): void {
  listRoute(app, controller);
  app.get(
    '/variables/:name',
    {
      schema: operation(
        TAG,
        { summary: 'Read a variable', scope: 'read' },
        { params: namedSchema, response: { 200: json('The variable.', variableSchema) } },
      ),
    },
    async (request) => controller.variables.get(request.params.name),
  );
  const about = {
    summary: 'Create or replace a variable',
    scope: 'edit',
    description: 'Properties that are left out get their defaults.',
  } as const;
  app.put(
    '/variables/:name',
    { schema: operation(TAG, about, { params: newNamedSchema, body: variableSchema, response: putAnswers }) },
    async (request, reply) => {
      const { name } = request.params;
      const condition = variableCondition(controller, request, name);
      const today = await controller.preparation.today();
      const result = await controller.change(condition, async (trx) => {
        await refuseDefinition(controller, { name, variable: request.body }, trx);
        await refuseLimits(controller, { name, variable: request.body, today }, trx);
        return controller.variables.put(name, request.body, trx);
      });
      return reply.code(result === 'created' ? 201 : 204).send();
    },
  );
  app.delete(
    '/variables/:name',
    {
      schema: operation(
        TAG,
        { summary: 'Delete a variable', scope: 'edit' },
        { params: namedSchema, response: { 204: empty('Deleted.') } },
      ),
    },
    async (request, reply) => {
      const { name } = request.params;
      await controller.removal.variable(name, variableCondition(controller, request, name));
      return reply.code(204).send();
    },
  );
  promptsRoute(app, controller);
}

function promptsRoute(app: FastifyApp, controller: Controller): void {
  app.get(
    '/labels/:name/prompts',
    {
      schema: operation(
        TAG,
        { summary: 'List the prompts of a label', scope: 'read', isExtension: true },
        {
          params: namedSchema,
          querystring: labelPromptsQuerySchema,
          response: { 200: json('The pinned ones first, in the order of the label.', z.array(labelPromptSchema)) },
        },
      ),
    },
    async (request) => controller.labelPrompts.ofLabel(request.params.name, request.query.printer),
  );
}

function listRoute(app: FastifyApp, controller: Controller): void {
  const list = json('All variables with their values.', z.array(variableListItemSchema));
  const schema = operation(TAG, { summary: 'List all variables', scope: 'read' }, { response: { 200: list } });
  app.get('/variables', { schema, config: { validator: () => controller.cacheValidators.variables() } }, async () =>
    controller.variables.list(),
  );
}

function variableCondition(controller: Controller, request: FastifyRequest, name: string): WriteCondition | undefined {
  return conditionOf(request, async (trx) => jsonTags(await controller.variables.get(name, trx)));
}

/** Of a variable that the plant publishes, a line may change the value, if operators may. Throws `published-by-plant`. */
async function refuseDefinition(
  controller: Controller,
  { name, variable }: { name: string; variable: Variable },
  trx: ControllerTransaction,
): Promise<void> {
  const stored = (await controller.variables.existing([name], trx)).get(name);
  const isOnlyValue = stored?.userEdit === true && isDeepStrictEqual({ ...variable, value: '' }, { ...stored, value: '' });
  if (!isOnlyValue) controller.library.refuseChange({ kind: 'variable', name });
}

/** Limits in days from today hold for a value that is entered now, not for one that is stored already. Throws `invalid-input`. */
async function refuseLimits(
  controller: Controller,
  { name, variable, today }: { name: string; variable: Variable; today: string },
  trx: ControllerTransaction,
): Promise<void> {
  const { value, prompt } = variable;
  const detail = prompt && promptFault(prompt, value, today);
  if (detail === undefined || (await controller.variables.existing([name], trx)).get(name)?.value === value) return;
  throw new ProblemError('invalid-input', { detail: `/value: ${detail}`, errors: [{ pointer: '/value', detail }] });
}

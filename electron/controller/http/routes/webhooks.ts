import type { FastifyRequest } from 'fastify';
import { webhookListSchema, webhookReplaySchema, webhookSchema, webhookTestSchema } from '#contract/api-v3/webhook.ts';
import type { Controller } from '#controller/controller.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { empty, json, namedSchema, newNamedSchema, operation, putAnswers } from '#http/openapi/operation.ts';

const TAG = 'webhooks';
/** An address may contain a token that only its receiver should know. */
const ADMIN = { scope: 'admin', isExtension: true } as const;

/** Routes of the webhooks: list, read, put, delete, test and replay. */
export function webhookRoutes(app: FastifyApp, controller: Controller): void {
  readRoutes(app, controller);
  changeRoutes(app, controller);
  sendRoutes(app, controller);
}

function readRoutes(app: FastifyApp, { webhooks }: Controller): void {
  const list = json('All webhooks with their states, by name.', webhookListSchema);
  app.get('/webhooks', { schema: operation(TAG, { summary: 'List the webhooks', ...ADMIN }, { response: { 200: list } }) }, async () =>
    webhooks.list(),
  );
  const one = json('The configuration, without the secret.', webhookSchema);
  const about = { summary: 'Read the configuration of a webhook', ...ADMIN };
  app.get('/webhooks/:name', { schema: operation(TAG, about, { params: namedSchema, response: { 200: one } }) }, async (request) =>
    webhooks.get(request.params.name),
  );
}

function changeRoutes(app: FastifyApp, controller: Controller): void {
  const { webhooks } = controller;
  const about = {
    summary: 'Create or replace a webhook',
    ...ADMIN,
    description:
      'A new webhook needs a `secret` and gets the events from then on. A secret that is left out is kept; after a change, messages are ' +
      'signed with the former one too for 24 hours. A webhook that ended because of 410 begins again.',
  };
  app.put(
    '/webhooks/:name',
    { schema: operation(TAG, about, { params: newNamedSchema, body: webhookSchema, response: putAnswers }) },
    async (request, reply) => {
      const result = await webhooks.put(request.params.name, request.body, conditionOn(controller, request));
      return reply.code(result === 'created' ? 201 : 204).send();
    },
  );
  app.delete(
    '/webhooks/:name',
    {
      schema: operation(TAG, { summary: 'Delete a webhook', ...ADMIN }, { params: namedSchema, response: { 204: empty('Deleted.') } }),
    },
    async (request, reply) => {
      await webhooks.remove(request.params.name, conditionOn(controller, request));
      return reply.code(204).send();
    },
  );
}

function sendRoutes(app: FastifyApp, { webhooks }: Controller): void {
  const test = {
    summary: 'Send a test message of a webhook',
    ...ADMIN,
    description: 'It is sent once, signed like every message, with the type `webhook.test`.',
  };
  app.post(
    '/webhooks/:name/test',
    { schema: operation(TAG, test, { params: namedSchema, response: { 200: json('What became of it.', webhookTestSchema) } }) },
    async (request) => webhooks.test(request.params.name),
  );
  const replay = {
    summary: 'Send recorded events again',
    ...ADMIN,
    description: 'The events after the number are sent again with their `webhook-id`, as far as they are stored.',
  };
  app.post(
    '/webhooks/:name/replay',
    {
      schema: operation(TAG, replay, { params: namedSchema, body: webhookReplaySchema, response: { 204: empty('They are being sent.') } }),
    },
    async (request, reply) => {
      await webhooks.replay(request.params.name, request.body.after);
      return reply.code(204).send();
    },
  );
}

function conditionOn({ webhooks }: Controller, request: FastifyRequest) {
  const { name } = request.params as { name: string };
  return conditionOf(request, async (trx) => jsonTags(await webhooks.get(name, trx)));
}

import { sparkplugSettingsSchema, sparkplugStateSchema, sparkplugTestSchema } from '#contract/api-v3/sparkplug.ts';
import type { Controller } from '#controller/controller.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { empty, json, operation } from '#http/openapi/operation.ts';

const TAG = 'sparkplug';
const isExtension = true;

/** Routes of the edge node of MQTT Sparkplug: settings, state and test. */
export function sparkplugRoutes(app: FastifyApp, controller: Controller): void {
  settingsRoutes(app, controller);
  connectionRoutes(app, controller);
}

function settingsRoutes(app: FastifyApp, { sparkplug }: Controller): void {
  app.get(
    '/sparkplug',
    {
      schema: operation(
        TAG,
        { summary: 'Read the settings of MQTT Sparkplug', scope: 'read', isExtension },
        { response: { 200: json('The settings, without the password.', sparkplugSettingsSchema) } },
      ),
    },
    async () => sparkplug.settings(),
  );
  app.put(
    '/sparkplug',
    {
      schema: operation(
        TAG,
        {
          summary: 'Replace the settings of MQTT Sparkplug',
          scope: 'admin',
          description:
            'Fields that are left out get their defaults; a password that is left out is kept while no server is added, and null removes it. ' +
            'Switched on, it sends the prints from then on; switched off, it forgets those that wait.',
          isExtension,
        },
        { body: sparkplugSettingsSchema, response: { 204: empty('Replaced.') } },
      ),
    },
    async (request, reply) => {
      await sparkplug.put(
        request.body,
        conditionOf(request, async (trx) => jsonTags(await sparkplug.settings(trx))),
      );
      return reply.code(204).send();
    },
  );
}

function connectionRoutes(app: FastifyApp, { sparkplug }: Controller): void {
  app.get(
    '/sparkplug/state',
    {
      schema: operation(
        TAG,
        { summary: 'Read the state of MQTT Sparkplug', scope: 'read', isExtension },
        { response: { 200: json('The connection, and the prints that wait for it.', sparkplugStateSchema) } },
      ),
    },
    async () => sparkplug.state(),
  );
  app.post(
    '/sparkplug/test',
    {
      schema: operation(
        TAG,
        {
          summary: 'Test the servers of MQTT Sparkplug',
          scope: 'admin',
          description: 'Connects to each server, stores nothing and publishes nothing. A password that is left out is the stored one.',
          isExtension,
        },
        { body: sparkplugSettingsSchema, response: { 200: json('What was found, server by server.', sparkplugTestSchema) } },
      ),
    },
    async (request) => sparkplug.test(request.body),
  );
}

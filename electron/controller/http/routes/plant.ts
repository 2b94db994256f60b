import { plantSettingsSchema, plantStateSchema, plantTestSchema } from '#contract/api-v3/plant.ts';
import { plantItemsSchema, proposedItemSchema, proposedVersionSchema } from '#contract/api-v3/plant-library.ts';
import type { Controller } from '#controller/controller.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { empty, json, operation } from '#http/openapi/operation.ts';
import { authorOf } from './author.ts';

const TAG = 'plant';
const isExtension = true;

/** Routes of the connection to the plant: settings, state and test. */
export function plantRoutes(app: FastifyApp, controller: Controller): void {
  settingsRoutes(app, controller);
  connectionRoutes(app, controller);
  libraryRoutes(app, controller);
}

function settingsRoutes(app: FastifyApp, { plant }: Controller): void {
  app.get(
    '/settings/plant',
    {
      schema: operation(
        TAG,
        { summary: 'Read to which plant the controller sends its prints', scope: 'read', isExtension },
        { response: { 200: json('The settings, without the key.', plantSettingsSchema) } },
      ),
    },
    async () => plant.settings(),
  );
  app.put(
    '/settings/plant',
    {
      schema: operation(
        TAG,
        {
          summary: 'Set to which plant the controller sends its prints',
          scope: 'admin',
          description:
            'Fields that are left out get their defaults; a key that is left out is kept while the address is the same, and null removes it. ' +
            'Switched on, or with another address, all prints of the ledger are sent. Switched off, it is forgotten which were sent; the plant takes ' +
            'a print only once.',
          isExtension,
        },
        { body: plantSettingsSchema, response: { 204: empty('Replaced.') } },
      ),
    },
    async (request, reply) => {
      await plant.put(
        request.body,
        conditionOf(request, async (trx) => jsonTags(await plant.settings(trx))),
      );
      return reply.code(204).send();
    },
  );
}

function connectionRoutes(app: FastifyApp, { plant }: Controller): void {
  app.get(
    '/plant',
    {
      schema: operation(
        TAG,
        // What the plant says about a refused print can name any printer.
        { summary: 'Read the state of the connection to the plant', scope: 'admin', isExtension },
        { response: { 200: json('The connection, and the prints that wait for it.', plantStateSchema) } },
      ),
    },
    async () => plant.state(),
  );
  app.post(
    '/plant/test',
    {
      schema: operation(
        TAG,
        {
          summary: 'Test the connection to a plant',
          scope: 'admin',
          description:
            'Sends one report about the controller, and stores nothing in the controller. A key that is left out is the stored one.',
          isExtension,
        },
        { body: plantSettingsSchema, response: { 200: json('What became of it.', plantTestSchema) } },
      ),
    },
    async (request) => plant.test(request.body),
  );
}

function libraryRoutes(app: FastifyApp, { plant }: Controller): void {
  const items = { summary: 'List what the controller has of the library of the plant', scope: 'read', isExtension } as const;
  app.get(
    '/plant/library',
    { schema: operation(TAG, items, { response: { 200: json('By kind and name.', plantItemsSchema) } }) },
    async () => plant.items(),
  );
  const propose = {
    summary: 'Send an item of the controller to the library of the plant',
    scope: 'edit',
    description: 'The plant stores it as a new version. Lines get nothing of it before it is published there.',
    isExtension,
  } as const;
  app.post(
    '/plant/library',
    {
      schema: operation(TAG, propose, {
        body: proposedItemSchema,
        response: { 200: json('The version in the plant.', proposedVersionSchema) },
      }),
    },
    async (request) => ({ version: await plant.propose(request.body, authorOf(request) ?? '') }),
  );
}

import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  orderFilesPageSchema,
  orderFilesQuerySchema,
  orderFolderConfigurationSchema,
  orderFolderSchema,
} from '#contract/api-v3/order-folder.ts';
import type { Controller } from '#controller/controller.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { empty, json, namedSchema, newNamedSchema, operation, putAnswers } from '#http/openapi/operation.ts';

const TAG = 'orders';
const isExtension = true;

/** Routes of the folders that are watched for files with orders: list, read, put, delete, and what became of their files. */
export function orderFolderRoutes(app: FastifyApp, controller: Controller): void {
  readRoutes(app, controller);
  changeRoutes(app, controller);
}

function readRoutes(app: FastifyApp, { orderFolders }: Controller): void {
  const list = { summary: 'List the folders that are watched for orders, with their states', scope: 'read', isExtension } as const;
  const all = { 200: json('All folders, by name.', z.array(orderFolderSchema)) };
  app.get('/order-folders', { schema: operation(TAG, list, { response: all }) }, async () => orderFolders.list());
  const one = { summary: 'Read the configuration of a folder', scope: 'read', isExtension } as const;
  const configuration = { 200: json('The configuration, from which a PUT makes the same folder.', orderFolderConfigurationSchema) };
  app.get('/order-folders/:name', { schema: operation(TAG, one, { params: namedSchema, response: configuration }) }, async (request) =>
    orderFolders.get(request.params.name),
  );
  const files = {
    summary: 'List what became of the files of a folder, newest first',
    scope: 'read',
    description: 'The newest 200 000 of the controller are stored.',
    isExtension,
  } as const;
  const page = { 200: json('A page of files.', orderFilesPageSchema) };
  app.get(
    '/order-folders/:name/files',
    { schema: operation(TAG, files, { params: namedSchema, querystring: orderFilesQuerySchema, response: page }) },
    async (request) => orderFolders.files(request.params.name, request.query),
  );
}

function changeRoutes(app: FastifyApp, controller: Controller): void {
  const { orderFolders } = controller;
  const about = {
    summary: 'Watch a folder for orders, or replace its configuration',
    scope: 'admin',
    description:
      'Its files are moved: `.json` and `.csv` files with orders to `done`, all others to `refused`, each with a result file. Files that are ' +
      'still being written are left alone. Folders within the data folder of the controller are refused.',
    isExtension,
  } as const;
  app.put(
    '/order-folders/:name',
    { schema: operation(TAG, about, { params: newNamedSchema, body: orderFolderConfigurationSchema, response: putAnswers }) },
    async (request, reply) => {
      const { name } = request.params;
      const result = await orderFolders.put(name, request.body, conditionOn(controller, request, name));
      return reply.code(result === 'created' ? 201 : 204).send();
    },
  );
  const removal = {
    summary: 'Stop watching a folder',
    scope: 'admin',
    description: 'Its files stay where they are.',
    isExtension,
  } as const;
  app.delete(
    '/order-folders/:name',
    { schema: operation(TAG, removal, { params: namedSchema, response: { 204: empty('No longer watched.') } }) },
    async (request, reply) => {
      const { name } = request.params;
      await orderFolders.remove(name, conditionOn(controller, request, name));
      return reply.code(204).send();
    },
  );
}

function conditionOn({ orderFolders }: Controller, request: FastifyRequest, name: string) {
  return conditionOf(request, async (trx) => jsonTags(await orderFolders.get(name, trx)));
}

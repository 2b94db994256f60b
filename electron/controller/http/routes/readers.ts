import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  readerConfigurationSchema,
  readerResultsPageSchema,
  readerResultsQuerySchema,
  readerSchema,
  readerTestSchema,
  scanCheckResultSchema,
  scanCheckSchema,
} from '#contract/api-v3/reader.ts';
import type { Controller } from '#controller/controller.ts';
import type { WriteCondition } from '#storage/database/write-condition.ts';
import { mayName } from '../../keys/printer-limits.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { empty, json, namedSchema, newNamedSchema, operation, putAnswers } from '#http/openapi/operation.ts';
import { onPrinter } from './on-printer.ts';

const TAG = 'readers';

/** Routes of the readers that verify prints: list, read, put, delete, test, their results, and checks with a hand scanner. */
export function readerRoutes(app: FastifyApp, controller: Controller): void {
  readRoutes(app, controller);
  changeRoutes(app, controller);
  testRoutes(app, controller);
  scanCheckRoute(app, controller);
}

function readRoutes(app: FastifyApp, controller: Controller): void {
  const list = json('All readers, by name.', z.array(readerSchema));
  app.get(
    '/readers',
    {
      schema: operation(
        TAG,
        { summary: 'List the readers', scope: 'read', printer: 'every', isExtension: true },
        { response: { 200: list } },
      ),
    },
    async ({ grant }) => (await controller.readers.list()).filter(({ printer }) => mayName(grant, printer)),
  );
  const one = json('The configuration, from which a PUT makes the same reader.', readerConfigurationSchema);
  const about = { summary: 'Read the configuration of a reader', scope: 'read', printer: 'reader', isExtension: true } as const;
  app.get('/readers/:name', { schema: operation(TAG, about, { params: namedSchema, response: { 200: one } }) }, async (request) =>
    controller.readers.get(request.params.name),
  );
  app.get(
    '/readers/:name/results',
    {
      schema: operation(
        TAG,
        {
          summary: 'Read the results of a reader, newest first',
          scope: 'read',
          printer: 'reader',
          description: 'The newest 100 000 of the controller are stored. The verdicts themselves stay in the ledger.',
          isExtension: true,
        },
        {
          params: namedSchema,
          querystring: readerResultsQuerySchema,
          response: { 200: json('A page of results.', readerResultsPageSchema) },
        },
      ),
    },
    async (request) => controller.readers.results(request.params.name, request.query),
  );
}

function changeRoutes(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Create or replace a reader',
    scope: 'admin',
    printer: 'body',
    description: 'It is connected again. Prints on their way to it get no verdict.',
    isExtension: true,
  } as const;
  app.put(
    '/readers/:name',
    { schema: operation(TAG, about, { params: newNamedSchema, body: readerConfigurationSchema, response: putAnswers }) },
    async (request, reply) => {
      const { name } = request.params;
      const condition = readerCondition(controller, request, name);
      const mayChange = (printer: string) => mayName(request.grant, printer);
      const result = await controller.change(condition, (trx) => controller.readers.put(name, request.body, { mayChange, trx }));
      return reply.code(result === 'created' ? 201 : 204).send();
    },
  );
  const removal = {
    summary: 'Delete a reader',
    scope: 'admin',
    printer: 'reader',
    description: 'Its results stay.',
    isExtension: true,
  } as const;
  app.delete(
    '/readers/:name',
    { schema: operation(TAG, removal, { params: namedSchema, response: { 204: empty('Deleted.') } }) },
    async (request, reply) => {
      const { name } = request.params;
      await controller.change(readerCondition(controller, request, name), (trx) => controller.readers.remove(name, trx));
      return reply.code(204).send();
    },
  );
}

function testRoutes(app: FastifyApp, controller: Controller): void {
  const response = { 200: json('What was found.', readerTestSchema) };
  const description = 'Sends the trigger text, if there is one, and waits up to three seconds for a line.';
  const about = {
    summary: 'Test a configuration of a reader that is not stored',
    scope: 'admin',
    printer: 'body',
    description,
    isExtension: true,
  } as const;
  app.post('/readers/test', { schema: operation(TAG, about, { body: readerConfigurationSchema, response }) }, async (request) =>
    controller.readers.testConfiguration(request.body),
  );
  const stored = {
    ...about,
    printer: 'reader',
    summary: 'Test a reader',
    description: `${description} The line counts like any other result.`,
  } as const;
  app.post('/readers/:name/test', { schema: operation(TAG, stored, { params: namedSchema, response }) }, async (request) =>
    controller.readers.test(request.params.name),
  );
}

function scanCheckRoute(app: FastifyApp, controller: Controller): void {
  onPrinter(
    { app, controller },
    {
      method: 'POST',
      path: '/scanCheck',
      tag: TAG,
      about: {
        summary: 'Compare a scanned code with a print',
        scope: 'print',
        description:
          'For a hand scanner. The code is compared with the oldest print without a verdict among the newest `among`, so products are scanned in ' +
          'the order in which they were printed. The verdict is stored with the print.',
        isExtension: true,
      },
      body: scanCheckSchema,
      response: { 200: json('The verdict.', scanCheckResultSchema) },
    },
    async ({ printer, body, request }) => controller.scanChecks.check(printer, body, request.idempotency),
  );
}

function readerCondition(controller: Controller, request: FastifyRequest, name: string): WriteCondition | undefined {
  return conditionOf(request, async (trx) => jsonTags(await controller.readers.get(name, trx)));
}

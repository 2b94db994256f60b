import type { FastifyRequest } from 'fastify';
import {
  controllerLineListSchema,
  controllerLineSchema,
  endedStopsSchema,
  lineResumptionSchema,
  lineStateSchema,
} from '#contract/api-v3/controller-line.ts';
import { renamingSchema } from '#contract/api-v3/renaming.ts';
import type { Controller } from '#controller/controller.ts';
import type { WriteCondition } from '#storage/database/write-condition.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { empty, json, namedSchema, newNamedSchema, operation, putAnswers } from '#http/openapi/operation.ts';
import { authorOf } from './author.ts';

const TAG = 'lines';
const isExtension = true;

/** Routes of the lines: list, read, put, delete, rename, what stops a line, and resume it. */
export function lineRoutes(app: FastifyApp, controller: Controller): void {
  readRoutes(app, controller);
  writeRoutes(app, controller);
  stopRoutes(app, controller);
}

function readRoutes(app: FastifyApp, { guardedLines }: Controller): void {
  app.get(
    '/lines',
    {
      schema: operation(
        TAG,
        { summary: 'List the lines', scope: 'read', isExtension },
        { response: { 200: json('All lines, and what stops them.', controllerLineListSchema) } },
      ),
    },
    async () => guardedLines.list(),
  );
  app.get(
    '/lines/:name',
    {
      schema: operation(
        TAG,
        { summary: 'Read a line', scope: 'read', isExtension },
        { params: namedSchema, response: { 200: json('The line.', controllerLineSchema) } },
      ),
    },
    async (request) => guardedLines.lines.get(request.params.name),
  );
}

function writeRoutes(app: FastifyApp, controller: Controller): void {
  const { lines } = controller.guardedLines;
  const about = {
    summary: 'Add or replace a line',
    scope: 'admin',
    description:
      'Fields that are left out get their defaults. A line that is stopped stays stopped. Stopping a line is no safety function.',
    isExtension,
  } as const;
  app.put(
    '/lines/:name',
    { schema: operation(TAG, about, { params: newNamedSchema, body: controllerLineSchema, response: putAnswers }) },
    async (request, reply) => {
      const { name } = request.params;
      const result = await controller.change(conditionOn(controller, request, name), (trx) => lines.put(name, request.body, trx));
      return reply.code(result === 'created' ? 201 : 204).send();
    },
  );
  app.delete(
    '/lines/:name',
    {
      schema: operation(
        TAG,
        { summary: 'Delete a line', scope: 'admin', description: 'Its printers stay, and print again if it was stopped.', isExtension },
        { params: namedSchema, response: { 204: empty('Deleted.') } },
      ),
    },
    async (request, reply) => {
      const { name } = request.params;
      await controller.change(conditionOn(controller, request, name), (trx) => lines.remove(name, authorOf(request), trx));
      return reply.code(204).send();
    },
  );
  app.post(
    '/lines/:name/rename',
    {
      schema: operation(
        TAG,
        { summary: 'Rename a line', scope: 'admin', isExtension },
        { params: namedSchema, body: renamingSchema, response: { 204: empty('Renamed.') } },
      ),
    },
    async (request, reply) => {
      const { name } = request.params;
      await controller.change(undefined, async (trx) => {
        await lines.rename({ name, to: request.body.name }, trx);
        await request.idempotency?.store(undefined, trx);
      });
      return reply.code(204).send();
    },
  );
}

function stopRoutes(app: FastifyApp, { guardedLines }: Controller): void {
  app.get(
    '/lines/:name/state',
    {
      schema: operation(
        TAG,
        { summary: 'Read what stops a line, and what would stop it next', scope: 'read', isExtension },
        { params: namedSchema, response: { 200: json('The present state.', lineStateSchema) } },
      ),
    },
    async (request) => guardedLines.state(request.params.name),
  );
  app.get(
    '/lines/:name/endedStops',
    {
      schema: operation(
        TAG,
        { summary: 'List the stops of a line that have ended, newest first', scope: 'read', isExtension },
        { params: namedSchema, response: { 200: json('The last 100.', endedStopsSchema) } },
      ),
    },
    async (request) => guardedLines.endedStops(request.params.name),
  );
  const about = {
    summary: 'Resume a line that its rules have stopped',
    scope: 'print',
    description:
      'The rules count from zero; what still is as it was stops the line again. An external stop ends with its input only. ' +
      'The header `strobe-author`, percent-encoded, names the person.',
    isExtension,
  } as const;
  app.post(
    '/lines/:name/resume',
    { schema: operation(TAG, about, { params: namedSchema, body: lineResumptionSchema, response: { 204: empty('It is resumed.') } }) },
    async (request, reply) => {
      await guardedLines.resume(request.params.name, { by: authorOf(request), reason: request.body.reason }, request.idempotency);
      return reply.code(204).send();
    },
  );
}

function conditionOn(controller: Controller, request: FastifyRequest, name: string): WriteCondition | undefined {
  return conditionOf(request, async (trx) => jsonTags(await controller.guardedLines.lines.get(name, trx)));
}

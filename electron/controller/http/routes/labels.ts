import type { z } from 'zod';
import { labelSchema, labelSummarySchema, simulationQuerySchema, type SimulationQuery } from '#contract/api-v3/label.ts';
import { dictionary } from '#contract/api-v3/name.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Controller } from '#controller/controller.ts';
import { negotiate } from '../answer/negotiate.ts';
import { sendPicture } from '../answer/picture.ts';
import type { Door } from '../door-types.ts';
import { dictionaryOf, empty, json, namedSchema, operation, pngSchema, putAnswers } from '../openapi/operation.ts';
import { normalised } from './normalised.ts';

const TAG = 'labels';

/** Labels: list, read, put, delete, and the simulation of a print. */
export function labelRoutes(door: Door, controller: Controller): void {
  door.get(
    '/labels',
    {
      schema: operation(
        TAG,
        { summary: 'List all labels' },
        { response: { 200: json('All labels, by name.', dictionaryOf(labelSummarySchema)) } },
      ),
    },
    async () => dictionary(await controller.labels.list()),
  );
  door.get(
    '/labels/:name',
    { schema: operation(TAG, { summary: 'Read a label' }, { params: namedSchema, response: { 200: json('The label.', labelSchema) } }) },
    async (request) => (await controller.labels.get(request.params.name)).label,
  );
  door.put(
    '/labels/:name',
    { schema: operation(TAG, { summary: 'Create or modify a label' }, { params: namedSchema, body: labelSchema, response: putAnswers }) },
    async (request, reply) => {
      const result = await controller.labels.put(request.params.name, request.body);
      return reply.code(result === 'created' ? 201 : 204).send();
    },
  );
  door.delete(
    '/labels/:name',
    { schema: operation(TAG, { summary: 'Delete a label' }, { params: namedSchema, response: { 204: empty('Deleted.') } }) },
    async (request, reply) => {
      await controller.removal.label(request.params.name);
      return reply.code(204).send();
    },
  );
  simulationRoute(door, controller);
}

const REPRESENTATIONS = ['application/json', 'image/png'] as const;

const SIMULATION_ANSWER = {
  description: 'The label as it would print now: resolved, or drawn by the rasteriser that prints (extension).',
  content: { 'application/json': { schema: labelSchema }, 'image/png': { schema: pngSchema } },
};

function simulationRoute(door: Door, controller: Controller): void {
  const about = { summary: 'Simulate the print of a label', description: 'tableName, keyColumn and key come together or not at all.' };
  door.get(
    '/labels/:name/simulation',
    {
      schema: operation(TAG, about, {
        params: namedSchema,
        querystring: simulationQuerySchema.superRefine(rowIsWhole),
        response: { 200: SIMULATION_ANSWER, 304: empty('The picture is the one that the ETag names.') },
      }),
    },
    async (request, reply) => {
      const { tableName, printer, ...rest } = request.query;
      const query = { ...rest, tableName: normalised(tableName), printer: normalised(printer) };
      const representation = negotiate(request.headers.accept, REPRESENTATIONS);
      if (!representation) throw notAcceptable();
      if (representation === 'image/png')
        return sendPicture(request, reply, await controller.simulation.picture(request.params.name, query));
      return reply.header('vary', 'Accept').send(await controller.simulation.label(request.params.name, query));
    },
  );
}

const ROW_KEYS = ['tableName', 'keyColumn', 'key'] as const;

function rowIsWhole(query: SimulationQuery, context: z.RefinementCtx): void {
  const missing = ROW_KEYS.filter((key) => query[key] === undefined);
  if (missing.length === ROW_KEYS.length) return;
  for (const key of missing) {
    context.addIssue({ code: 'custom', path: [key], message: 'tableName, keyColumn and key come together or not at all' });
  }
}

function notAcceptable(): ProblemError {
  return new ProblemError('not-acceptable', { detail: `A simulation can be had as ${REPRESENTATIONS.join(' or ')}.` });
}

import type { z } from 'zod';
import { EXTENSION } from '#contract/api-v3/extension.ts';
import { simulationQuerySchema, type SimulationQuery } from '#contract/api-v3/label.ts';
import { simulationSchema } from '#contract/api-v3/simulation.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Controller } from '#controller/controller.ts';
import { negotiate } from '../answer/negotiate.ts';
import { sendPicture } from '../answer/send-picture.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { namedSchema, operation, pngSchema } from '#http/openapi/operation.ts';
import { storedName } from '../app/stored-name.ts';

const REPRESENTATIONS = ['application/json', 'image/png'] as const;

const SIMULATION_ANSWER = {
  description: 'The label as it would print now: resolved, or drawn by the rasteriser that is used for printing (extension).',
  content: {
    'application/json': { schema: simulationSchema },
    'image/png': { schema: pngSchema.meta({ ...pngSchema.meta(), ...EXTENSION }) },
  },
};

/** The route of the simulation of a print, as a resolved label or as a picture. */
export function simulationRoute(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Simulate the print of a label',
    scope: 'read',
    printer: 'query',
    description: 'tableName, keyColumn and key are given together or not at all.',
  } as const;
  app.get(
    '/labels/:name/simulation',
    {
      schema: operation('labels', about, {
        params: namedSchema,
        querystring: rowIsWhole(simulationQuerySchema),
        response: { 200: SIMULATION_ANSWER },
      }),
    },
    async (request, reply) => {
      const { tableName, printer, ...rest } = request.query;
      const query = { ...rest, tableName: storedName(tableName), printer: storedName(printer) };
      const representation = negotiate(request.headers.accept, REPRESENTATIONS);
      if (!representation) throw notAcceptable();
      if (representation === 'image/png') return sendPicture(reply, await controller.simulation.picture(request.params.name, query));
      return reply.header('vary', 'Accept').send(await controller.simulation.label(request.params.name, query));
    },
  );
}

const ROW_KEYS = ['tableName', 'keyColumn', 'key'] as const;

/** Adds the rule that tableName, keyColumn and key are given together or not at all. */
export function rowIsWhole<Schema extends z.ZodType<SimulationQuery>>(schema: Schema): Schema {
  return schema.superRefine((query, context) => {
    const missing = ROW_KEYS.filter((key) => query[key] === undefined);
    if (missing.length === ROW_KEYS.length) return;
    for (const key of missing) {
      context.addIssue({ code: 'custom', path: [key], message: 'tableName, keyColumn and key must be given together or not at all' });
    }
  });
}

function notAcceptable(): ProblemError {
  return new ProblemError('not-acceptable', { detail: `A simulation is available as ${REPRESENTATIONS.join(' or ')}.` });
}

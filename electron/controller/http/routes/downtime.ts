import {
  downtimeReasonsSchema,
  linePeriodsPageSchema,
  linePeriodsQuerySchema,
  oeeQuerySchema,
  oeeReportSchema,
  statedDowntimeReasonSchema,
} from '#contract/api-v3/downtime.ts';
import { wholeNumberIn } from '#contract/api-v3/whole-number.ts';
import type { Controller } from '#controller/controller.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { empty, json, namedSchema, operation } from '#http/openapi/operation.ts';
import { authorOf } from './author.ts';

const TAG = 'downtime';
const isExtension = true;
const periodSchema = namedSchema.extend({ id: wholeNumberIn() });

/** Routes of downtime: what lines did, the reasons of their stops, and their OEE. */
export function downtimeRoutes(app: FastifyApp, controller: Controller): void {
  readRoutes(app, controller);
  reasonRoutes(app, controller);
}

function readRoutes(app: FastifyApp, { downtime }: Controller): void {
  app.get(
    '/lines/:name/periods',
    {
      schema: operation(
        TAG,
        { summary: 'List what a line did, newest first', scope: 'read', isExtension },
        {
          params: namedSchema,
          querystring: linePeriodsQuerySchema,
          response: { 200: json('One page of periods; `next` continues it.', linePeriodsPageSchema) },
        },
      ),
    },
    async (request) => downtime.page(request.params.name, request.query),
  );
  const about = {
    summary: 'Report the OEE of a line',
    scope: 'read',
    description:
      'Overall equipment effectiveness (ISO 22400-2): availability, performance and quality, with the durations of what the line did and the ' +
      'reasons of its stops. At most 31 days by shift or job, 366 by day.',
    isExtension,
  } as const;
  app.get(
    '/lines/:name/oee',
    {
      schema: operation(TAG, about, {
        params: namedSchema,
        querystring: oeeQuerySchema,
        response: { 200: json('One entry for each part of the time, oldest first.', oeeReportSchema) },
      }),
    },
    async (request) => downtime.oee(request.params.name, request.query),
  );
}

function reasonRoutes(app: FastifyApp, controller: Controller): void {
  const { downtime } = controller;
  app.get(
    '/downtimeReasons',
    {
      schema: operation(
        TAG,
        { summary: 'Read the reasons of stops', scope: 'read', isExtension },
        { response: { 200: json('The reasons; a group stands before what belongs to it.', downtimeReasonsSchema) } },
      ),
    },
    async () => downtime.reasons(),
  );
  app.put(
    '/downtimeReasons',
    {
      schema: operation(
        TAG,
        {
          summary: 'Replace the reasons of stops',
          scope: 'admin',
          description: 'Stops keep the keys that were stated for them, also of reasons that exist no more.',
          isExtension,
        },
        { body: downtimeReasonsSchema, response: { 204: empty('Replaced.') } },
      ),
    },
    async (request, reply) => {
      const condition = conditionOf(request, async (trx) => jsonTags(await downtime.reasons(trx)));
      await controller.change(condition, (trx) => downtime.putReasons(request.body, trx));
      return reply.code(204).send();
    },
  );
  app.put(
    '/lines/:name/periods/:id/reason',
    {
      schema: operation(
        TAG,
        {
          summary: 'State the reason of a stop',
          scope: 'print',
          description: 'Replaces an earlier reason. The header `strobe-author`, percent-encoded, names the person.',
          isExtension,
        },
        { params: periodSchema, body: statedDowntimeReasonSchema, response: { 204: empty('Stated.') } },
      ),
    },
    async (request, reply) => {
      const { name: line, id } = request.params;
      await controller.change(undefined, (trx) => downtime.stateReason({ line, id, by: authorOf(request), ...request.body }, trx));
      return reply.code(204).send();
    },
  );
}

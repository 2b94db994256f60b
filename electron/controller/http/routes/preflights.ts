import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { z } from 'zod';
import {
  preflightFindingsQuerySchema,
  preflightFindingsSchema,
  preflightRequestSchema,
  preflightSchema,
  preflightsQuerySchema,
  type Preflight,
  type PreflightFinding,
} from '#contract/api-v3/preflight.ts';
import { BYTE_ORDER_MARK, spreadsheetRow } from '#contract/csv/write-csv.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Controller } from '#controller/controller.ts';
import { mayName } from '../../keys/printer-limits.ts';
import { jsonTags, requireCondition } from '../answer/etags.ts';
import { negotiate } from '../answer/negotiate.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { empty, json, namedSchema, operation } from '#http/openapi/operation.ts';
import { storedName } from '../app/stored-name.ts';

const TAG = 'tables';
const REPRESENTATIONS = ['application/json', 'text/csv'] as const;
const preflightParamsSchema = z.object({ id: z.string() });

/** Routes of pre-flights: start, follow, read the findings, end. */
export function preflightRoutes(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Start a pre-flight of a table',
    scope: 'print',
    printer: 'body',
    description:
      'Draws every row at every given time and stores what would go wrong. Responds at once; the Location header names the pre-flight. Nothing is printed, and no counter advances.',
    isExtension: true,
  } as const;
  app.post(
    '/tables/:name/preflight',
    {
      schema: operation(TAG, about, {
        params: namedSchema,
        body: preflightRequestSchema,
        response: { 202: json('It has started.', preflightSchema) },
      }),
      onSend: addLocation,
    },
    async (request, reply) => reply.code(202).send(await controller.preflights.start(request.params.name, request.body)),
  );
  readRoutes(app, controller);
  findingsRoute(app, controller);
  app.delete(
    '/preflights/:id',
    {
      schema: operation(
        TAG,
        { summary: 'Cancel a running pre-flight, or delete an ended one', scope: 'print', printer: 'preflight', isExtension: true },
        { params: preflightParamsSchema, response: { 204: empty('Cancelled or deleted.') } },
      ),
    },
    async (request, reply) => {
      const { id } = request.params;
      await requireCondition(request, async () => jsonTags(await controller.preflights.get(id)));
      await controller.preflights.remove(id);
      return reply.code(204).send();
    },
  );
}

/** Adds the Location. Uses the payload, because a repeated request sends the stored response, which has no headers. */
function addLocation(_request: FastifyRequest, reply: FastifyReply, ...[payload, done]: [unknown, HookHandlerDoneFunction]): void {
  if (reply.statusCode === 202) {
    const { id } = JSON.parse(String(payload)) as Preflight;
    void reply.header('location', `/api/v3/preflights/${id}`);
  }
  done();
}

function readRoutes(app: FastifyApp, controller: Controller): void {
  app.get(
    '/preflights',
    {
      schema: operation(
        TAG,
        {
          summary: 'List pre-flights, newest first',
          scope: 'read',
          printer: 'every',
          description: 'The newest 50 ended ones are stored.',
          isExtension: true,
        },
        {
          querystring: preflightsQuerySchema,
          response: { 200: json('The pre-flights of one table, or of all.', z.array(preflightSchema)) },
        },
      ),
    },
    async ({ query, grant }) =>
      (await controller.preflights.list(storedName(query.tableName))).filter(({ printer }) => mayName(grant, printer)),
  );
  app.get(
    '/preflights/:id',
    {
      schema: operation(
        TAG,
        { summary: 'Read the progress and the counts of a pre-flight', scope: 'read', printer: 'preflight', isExtension: true },
        { params: preflightParamsSchema, response: { 200: json('The pre-flight.', preflightSchema) } },
      ),
    },
    async (request) => controller.preflights.get(request.params.id),
  );
}

function findingsRoute(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Read the findings of a pre-flight',
    scope: 'read',
    printer: 'preflight',
    description:
      'A page as JSON, or all findings as CSV for a spreadsheet, where rows are counted from 1. The first 10 000 findings are stored; all are counted.',
    isExtension: true,
  } as const;
  const answer = {
    description: 'Findings, row by row.',
    content: { 'application/json': { schema: preflightFindingsSchema }, 'text/csv': { schema: z.string() } },
  };
  app.get(
    '/preflights/:id/findings',
    {
      schema: operation(TAG, about, {
        params: preflightParamsSchema,
        querystring: preflightFindingsQuerySchema,
        response: { 200: answer },
      }),
    },
    async (request, reply) => {
      const representation = negotiate(request.headers.accept, REPRESENTATIONS);
      if (!representation)
        throw new ProblemError('not-acceptable', { detail: `Findings are available as ${REPRESENTATIONS.join(' or ')}.` });
      void reply.header('vary', 'Accept');
      const { params, query } = request;
      if (representation === 'application/json') return reply.send(await controller.preflights.findings(params.id, query));
      const { findings } = await controller.preflights.findings(params.id, { ...query, offset: 0, limit: Number.MAX_SAFE_INTEGER });
      void reply.header('content-disposition', 'attachment; filename="preflight.csv"').type('text/csv; charset=utf-8');
      return reply.send(Readable.from(csvOf(findings), { objectMode: false }));
    },
  );
}

const COLUMNS = ['row', 'key', 'label', 'object', 'pointer', 'kind', 'stops', 'detail', 'moment', 'cells'];

/** Counts rows from 1, like the page of the station. */
function* csvOf(findings: readonly PreflightFinding[]): Generator<string> {
  yield BYTE_ORDER_MARK + spreadsheetRow(COLUMNS);
  for (const { row, key = '', labelName = '', object, pointer, kind, stops, detail, moment, cells } of findings) {
    const shown = cells.map(({ column, value }) => `${column}: ${value}`).join('; ');
    yield spreadsheetRow([String(row + 1), key, labelName, object, pointer, kind, String(stops), detail, moment, shown]);
  }
}

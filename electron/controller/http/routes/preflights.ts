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
import { mayName } from '../access/named-printer.ts';
import { jsonTags, requireCondition } from '../answer/etags.ts';
import { negotiate } from '../answer/negotiate.ts';
import type { Door } from '../door-types.ts';
import { empty, json, namedSchema, operation } from '../openapi/operation.ts';
import { normalised } from './normalised.ts';

const TAG = 'tables';
const REPRESENTATIONS = ['application/json', 'text/csv'] as const;
const numbered = z.object({ id: z.string() });

/** Pre-flights: begin, follow, read what they found, end. */
export function preflightRoutes(door: Door, controller: Controller): void {
  const about = {
    summary: 'Look at the prints of a table before they are made',
    scope: 'print',
    printer: 'body',
    description:
      'Draws every row at every moment and keeps what would go wrong. Answers at once; the Location says where to follow it. Nothing is printed, and no value moves.',
    isExtension: true,
  } as const;
  door.post(
    '/tables/:name/preflight',
    {
      schema: operation(TAG, about, {
        params: namedSchema,
        body: preflightRequestSchema,
        response: { 202: json('It has begun.', preflightSchema) },
      }),
      onSend: sayWhereToFollow,
    },
    async (request, reply) => reply.code(202).send(await controller.preflights.start(request.params.name, request.body)),
  );
  readRoutes(door, controller);
  findingsRoute(door, controller);
  door.delete(
    '/preflights/:id',
    {
      schema: operation(
        TAG,
        { summary: 'End a pre-flight that has not ended, or forget one that has', scope: 'print', printer: 'preflight', isExtension: true },
        { params: numbered, response: { 204: empty('Ended, or forgotten.') } },
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

/** Taken from what is sent: of a repeat that is what was kept of the first answer, in which there are no headers. */
function sayWhereToFollow(_request: FastifyRequest, reply: FastifyReply, ...[payload, done]: [unknown, HookHandlerDoneFunction]): void {
  if (reply.statusCode === 202) {
    const { id } = JSON.parse(String(payload)) as Preflight;
    void reply.header('location', `/api/v3/preflights/${id}`);
  }
  done();
}

function readRoutes(door: Door, controller: Controller): void {
  door.get(
    '/preflights',
    {
      schema: operation(
        TAG,
        {
          summary: 'List pre-flights, newest first',
          scope: 'read',
          printer: 'every',
          description: 'The newest 50 that have ended are kept.',
          isExtension: true,
        },
        { querystring: preflightsQuerySchema, response: { 200: json('Those of a table, or of all.', z.array(preflightSchema)) } },
      ),
    },
    async ({ query, grant }) =>
      (await controller.preflights.list(normalised(query.tableName))).filter(({ printer }) => mayName(grant, printer)),
  );
  door.get(
    '/preflights/:id',
    {
      schema: operation(
        TAG,
        { summary: 'Read how far a pre-flight is, and what it counted', scope: 'read', printer: 'preflight', isExtension: true },
        { params: numbered, response: { 200: json('The pre-flight.', preflightSchema) } },
      ),
    },
    async (request) => controller.preflights.get(request.params.id),
  );
}

function findingsRoute(door: Door, controller: Controller): void {
  const about = {
    summary: 'Read what a pre-flight found',
    scope: 'read',
    printer: 'preflight',
    description:
      'A page as JSON, or all of it as CSV for a spreadsheet, where rows are counted from 1. The first 10 000 findings are kept; all are counted.',
    isExtension: true,
  } as const;
  const answer = {
    description: 'Findings, row by row.',
    content: { 'application/json': { schema: preflightFindingsSchema }, 'text/csv': { schema: z.string() } },
  };
  door.get(
    '/preflights/:id/findings',
    { schema: operation(TAG, about, { params: numbered, querystring: preflightFindingsQuerySchema, response: { 200: answer } }) },
    async (request, reply) => {
      const representation = negotiate(request.headers.accept, REPRESENTATIONS);
      if (!representation) throw new ProblemError('not-acceptable', { detail: `Findings can be had as ${REPRESENTATIONS.join(' or ')}.` });
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

/** Rows are counted from 1 here, as the page does. */
function* csvOf(findings: readonly PreflightFinding[]): Generator<string> {
  yield BYTE_ORDER_MARK + spreadsheetRow(COLUMNS);
  for (const { row, key = '', labelName = '', object, pointer, kind, stops, detail, moment, cells } of findings) {
    const shown = cells.map(({ column, value }) => `${column}: ${value}`).join('; ');
    yield spreadsheetRow([String(row + 1), key, labelName, object, pointer, kind, String(stops), detail, moment, shown]);
  }
}

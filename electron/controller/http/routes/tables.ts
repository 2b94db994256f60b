import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { EXTENSION } from '#contract/api-v3/extension.ts';
import { dictionary } from '#contract/api-v3/name.ts';
import { rowsPageSchema, rowsQuerySchema, tableSchema, tableSummarySchema } from '#contract/api-v3/table.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Controller } from '#controller/controller.ts';
import type { WriteCondition } from '#storage/database/write-condition.ts';
import { conditionOf, hasCurrentTag } from '../answer/etags.ts';
import { negotiate } from '../answer/negotiate.ts';
import { acceptCsv, CsvBody } from '#http/body/body-parsers.ts';
import type { BodyCharges } from '#http/body/charge-bodies.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { dictionaryOf, empty, json, namedSchema, newNamedSchema, operation, putAnswers } from '#http/openapi/operation.ts';

const TAG = 'tables';
const REPRESENTATIONS = ['application/json', 'text/csv'] as const;

/** Routes of tables: list, read, put and delete as JSON or CSV, and pages of rows. */
export function tableRoutes(app: FastifyApp, controller: Controller, charges: BodyCharges): void {
  app.get(
    '/tables',
    {
      schema: operation(
        TAG,
        { summary: 'List all tables', scope: 'read' },
        { response: { 200: json('All tables, by name.', dictionaryOf(tableSummarySchema)) } },
      ),
    },
    async () => dictionary(await controller.tables.list()),
  );
  readRoutes(app, controller);
  void app.register((scope, _options, done) => {
    const csvScope = scope.withTypeProvider<ZodTypeProvider>();
    acceptCsv(csvScope, charges);
    putRoute(csvScope, controller);
    done();
  });
  app.delete(
    '/tables/:name',
    { schema: operation(TAG, { summary: 'Delete a table', scope: 'edit' }, { params: namedSchema, response: { 204: empty('Deleted.') } }) },
    async (request, reply) => {
      const { name } = request.params;
      await controller.removal.table(name, tableCondition(controller, request, name));
      return reply.code(204).send();
    },
  );
}

const TABLE_ANSWER = {
  description: 'The table; text/csv is streamed (extension).',
  content: { 'application/json': { schema: tableSchema }, 'text/csv': { schema: z.string().meta(EXTENSION) } },
};

function readRoutes(app: FastifyApp, controller: Controller): void {
  app.get(
    '/tables/:name',
    { schema: operation(TAG, { summary: 'Read a table', scope: 'read' }, { params: namedSchema, response: { 200: TABLE_ANSWER } }) },
    async (request, reply) => {
      const representation = negotiate(request.headers.accept, REPRESENTATIONS);
      if (!representation) throw new ProblemError('not-acceptable', { detail: `A table is available as ${REPRESENTATIONS.join(' or ')}.` });
      const { name } = request.params;
      // The version is read before the rows. If the table is replaced in between, the ETag is outdated, which is safe.
      void reply.headers({ vary: 'Accept', etag: tagOf(await controller.tables.version(name), representation) });
      if (hasCurrentTag(request, reply)) return reply.code(304).send();
      if (representation === 'text/csv') return sendCsv(reply, name, await controller.tables.readCsv(name));
      return reply.send(await controller.tables.get(name));
    },
  );
  const about = {
    summary: 'Read a page of rows',
    scope: 'read',
    description:
      'column with key matches exactly. search finds text in any cell, or in the column named by within. doubles finds values that occur in several rows of a column. sort names the column whose text orders the rows.',
    isExtension: true,
  } as const;
  app.get(
    '/tables/:name/rows',
    {
      schema: operation(TAG, about, {
        params: namedSchema,
        querystring: rowsQuerySchema,
        response: { 200: json('A page of the matching rows.', rowsPageSchema) },
      }),
    },
    async (request) => controller.tables.rows(request.params.name, request.query),
  );
}

/** The ETag from the table's version, without reading its rows. */
function tagOf(version: string, representation: (typeof REPRESENTATIONS)[number]): string {
  return `"${version}.${representation === 'text/csv' ? 'csv' : 'json'}"`;
}

/** The condition of a change of a table. */
export function tableCondition(controller: Controller, request: FastifyRequest, name: string): WriteCondition | undefined {
  return conditionOf(request, async (trx) => {
    const version = await controller.tables.version(name, trx);
    return REPRESENTATIONS.map((representation) => tagOf(version, representation));
  });
}

/** Treats a closed connection as a cancelled request: the table stays as it was, even if the whole body has arrived. */
function unlessGone({ socket }: FastifyRequest, condition: WriteCondition | undefined): WriteCondition {
  return async (trx) => {
    if (socket.destroyed) throw new ProblemError('invalid-input', { detail: 'The connection ended before the table was stored.' });
    await condition?.(trx);
  };
}

function allOf(...conditions: WriteCondition[]): WriteCondition {
  return async (trx) => {
    for (const condition of conditions) await condition(trx);
  };
}

function sendCsv(reply: FastifyReply, name: string, lines: AsyncIterable<string>): FastifyReply {
  const fileName = encodeURIComponent(name).replaceAll("'", '%27');
  void reply.header('content-disposition', `attachment; filename*=UTF-8''${fileName}.csv`).type('text/csv; charset=utf-8');
  return reply.send(Readable.from(lines, { objectMode: false }));
}

function putRoute(scope: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Create or replace a table',
    scope: 'edit',
    description: 'All or nothing: a broken file leaves the old table unchanged.',
  } as const;
  scope.put(
    '/tables/:name',
    { schema: operation(TAG, about, { params: newNamedSchema, body: tableSchema, response: putAnswers }) },
    async (request, reply) => {
      const body: unknown = request.body;
      const { name } = request.params;
      const condition = allOf(unlessGone(request, tableCondition(controller, request, name)), controller.rowSharing.replacement(name));
      const result =
        body instanceof CsvBody
          ? await controller.tables.putCsv(name, body.pieces, { charset: body.charset, condition })
          : await controller.tables.put(name, request.body, condition);
      return reply.code(result === 'created' ? 201 : 204).send();
    },
  );
}

import { Readable } from 'node:stream';
import { z } from 'zod';
import {
  EXPORT_NEXT_HEADER,
  MAX_EXPORTED,
  printCountsQuerySchema,
  printCountsSchema,
  printExportQuerySchema,
} from '#contract/api-v3/print.ts';
import type { Controller } from '#controller/controller.ts';
import { printsCsv, printsZip } from '../answer/print-export.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { storedName } from '../app/stored-name.ts';
import { json, operation } from '#http/openapi/operation.ts';

const TAG = 'prints';

/** Routes that sum up matching prints, or export them with their pictures. */
export function printReportRoutes(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Count prints by printer and state',
    scope: 'read',
    printer: 'query',
    description:
      'Counts the prints that meet all given conditions. Each request counts a limited number of them; `next` is present if there are more.',
    isExtension: true,
  } as const;
  app.get(
    '/prints/counts',
    {
      schema: operation(TAG, about, { querystring: printCountsQuerySchema, response: { 200: json('The counts.', printCountsSchema) } }),
    },
    async ({ query }) => controller.prints.counts({ ...query, printer: storedName(query.printer), label: storedName(query.label) }),
  );
  exportRoute(app, controller);
}

function exportRoute(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Export prints, with their pictures on request',
    scope: 'read',
    printer: 'query',
    description:
      `The newest prints that meet all given conditions: at most ${MAX_EXPORTED.csv} as CSV, or ${MAX_EXPORTED.zip} as a ZIP archive with ` +
      `\`prints.csv\` and \`pictures/<id>.png\`. If there are more, the header \`${EXPORT_NEXT_HEADER}\` has the \`before\` of the next export. ` +
      'Pictures are drawn again from the stored label and values; one that cannot be drawn is left out, and `prints.csv` says why.',
    isExtension: true,
  } as const;
  const bytes = z.string().meta({ contentEncoding: 'binary' });
  const answer = {
    description: 'The file.',
    content: { 'text/csv': { schema: z.string() }, 'application/zip': { schema: bytes } },
  };
  app.get(
    '/prints/export',
    { schema: operation(TAG, about, { querystring: printExportQuerySchema, response: { 200: answer } }) },
    async ({ query: { format, ...query } }, reply) => {
      const { prints } = controller;
      const conditions = { ...query, printer: storedName(query.printer), label: storedName(query.label) };
      const { ids, next } = await prints.ids(conditions, MAX_EXPORTED[format]);
      if (next !== null) void reply.header(EXPORT_NEXT_HEADER, next);
      void reply.header('content-disposition', `attachment; filename="prints.${format}"`);
      if (format === 'zip') return reply.type('application/zip').send(Readable.from(printsZip(prints, ids), { objectMode: false }));
      return reply.type('text/csv; charset=utf-8').send(Readable.from(printsCsv(prints, ids), { objectMode: false }));
    },
  );
}

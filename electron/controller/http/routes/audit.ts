import { Readable } from 'node:stream';
import { z } from 'zod';
import { auditExportQuerySchema, auditPageSchema, auditQuerySchema } from '#contract/api-v3/audit.ts';
import type { Audit } from '../../audit/audit.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { content, json, operation } from '#http/openapi/operation.ts';

const JSON_LINES = 'application/jsonl';
const EXPORT = content('The records and signatures, a line each.', JSON_LINES, z.string().meta({ contentEncoding: 'binary' }));

/** The routes of the audit log. */
export function auditRoute(app: FastifyApp, audit: Audit): void {
  const about = {
    summary: 'Read the audit log, newest first',
    description:
      'Lists every change, print and maintenance operation, with or without a key, failed ones included, and reads of the audit log. Requests that the scopes or printers of a key do not permit are refused earlier and not listed. Entries are ' +
      'written before the operation and completed with its status afterwards. At least the newest 250 000 operations, triggers and refusals each are stored. An address ' +
      'that sends many different wrong keys is listed once, when it has to wait.',
    scope: 'admin',
    isExtension: true,
  } as const;
  const response = { 200: json('A page of entries.', auditPageSchema) };
  app.get('/audit', { schema: operation('service', about, { querystring: auditQuerySchema, response }) }, async (request) =>
    audit.page(request.query),
  );

  const aboutExport = {
    summary: 'Export the audit log so that it can be checked elsewhere',
    description:
      'JSON lines in canonical form (RFC 8785): a start, the records, an Ed25519 signature after each hour, and one on the end. Each line of a record has ' +
      'the SHA-256 of the hash before it, a line feed and the record, so that a record that is changed, removed, inserted or moved, and an end that is cut ' +
      'off, are found: "strobe controller audit verify FILE", or docs/reference/audit-log.md.',
    scope: 'admin',
    isExtension: true,
  } as const;
  const exportSchema = operation('service', aboutExport, { querystring: auditExportQuerySchema, response: { 200: EXPORT } });
  app.get('/audit/export', { schema: exportSchema }, (request, reply) => {
    void reply.type(JSON_LINES);
    return reply.send(Readable.from(linesOf(audit.exportLines(request.query.chain)), { objectMode: false }));
  });
}

async function* linesOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

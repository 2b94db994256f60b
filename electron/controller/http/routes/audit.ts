import { auditPageSchema, auditQuerySchema } from '#contract/api-v3/audit.ts';
import type { Audit } from '../../audit/audit.ts';
import type { FastifyApp } from '../app/fastify-app.ts';
import { json, operation } from '../openapi/operation.ts';

/** The route of the audit log. */
export function auditRoute(app: FastifyApp, audit: Audit): void {
  const about = {
    summary: 'Read the audit log of keys, newest first',
    description:
      'Lists every change, print and maintenance operation of a key, failed ones and reads of the audit log included. Requests that the scopes or printers of a key do not permit are refused earlier and not listed. Entries are ' +
      'written before the operation and completed with its status afterwards. The newest 250 000 of each operation are stored. Requests without a key are not listed. An address ' +
      'that sends many different wrong keys is listed once, when it has to wait.',
    scope: 'admin',
    isExtension: true,
  } as const;
  const response = { 200: json('A page of entries.', auditPageSchema) };
  app.get('/audit', { schema: operation('service', about, { querystring: auditQuerySchema, response }) }, async (request) =>
    audit.page(request.query),
  );
}

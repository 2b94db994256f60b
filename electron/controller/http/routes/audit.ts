import { auditPageSchema, auditQuerySchema } from '#contract/api-v3/audit.ts';
import type { Audit } from '../../audit/audit.ts';
import type { Door } from '../door-types.ts';
import { json, operation } from '../openapi/operation.ts';

/** What was done with keys. */
export function auditRoute(door: Door, audit: Audit): void {
  const about = {
    summary: 'Read what was done with keys, newest first',
    description:
      'Every use of a key that changed, printed or looked after something, also what then failed; reading the audit too. What its scopes or printers do not open is refused before and is not in it. Entries are ' +
      'written before the deed and get their status after it. The newest 250 000 of each operation are kept. Requests without a key are not in it. An address ' +
      'from which many different wrong keys come is in it once, when it is made to wait.',
    scope: 'admin',
    isExtension: true,
  } as const;
  const response = { 200: json('A page of entries.', auditPageSchema) };
  door.get('/audit', { schema: operation('service', about, { querystring: auditQuerySchema, response }) }, async (request) =>
    audit.page(request.query),
  );
}

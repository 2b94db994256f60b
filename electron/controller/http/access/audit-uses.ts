import type { FastifyRequest } from 'fastify';
import type { Audit, EndUse } from '../../audit/audit.ts';
import { logOf, pathOf } from '../answer/problems.ts';
import type { FastifyApp } from '../app/fastify-app.ts';
import { declaredAccess } from '../app/declared-access.ts';
import { requiredScope } from './guard-access.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Stores the status of the response in the audit entry of this request. */
    endAudit: EndUse | undefined;
  }
}

/**
 * Records every use of a key that is not a plain read before it takes effect; a request that cannot be recorded is refused. A stop of a
 * printer never waits: its entry is written as soon as the disk accepts it.
 * Requests without a key come from this machine and are not recorded.
 */
export function auditUses(app: FastifyApp, audit: Audit): void {
  app.decorateRequest('endAudit', undefined);

  app.addHook('preHandler', (request, _reply, done) => {
    const scope = request.grant && requiredScope(request);
    if (scope === undefined || scope === 'none' || scope === 'read') {
      done();
      return;
    }
    begin(request, audit).then(() => done(), done);
  });

  app.addHook('onSend', (request, { statusCode }, ...[payload, done]) => {
    const { endAudit } = request;
    request.endAudit = undefined;
    endAudit?.(statusCode, (error) => logOf(request).error({ err: error }, 'the outcome of a request with a key could not be audited'));
    done(null, payload);
  });
}

async function begin(request: FastifyRequest, audit: Audit): Promise<void> {
  const { grant, method, routeOptions, url, id } = request;
  const use = { keyName: grant?.name ?? '', operation: `${method} ${routeOptions.url}`, path: pathOf(url), requestId: id };
  if (declaredAccess(routeOptions.schema)['x-stops']) {
    request.endAudit = audit.beginStop(use);
    return;
  }
  const entry = await audit.begin(use);
  request.endAudit = (status, onFailure) => audit.end(entry, status, onFailure);
}

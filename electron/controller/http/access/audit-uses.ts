import type { FastifyRequest } from 'fastify';
import type { Audit, EndUse } from '../../audit/audit.ts';
import { logOf, pathOf } from '../answer/problems.ts';
import type { Door } from '../door-types.ts';
import { declaredAccess } from '../openapi/access.ts';
import { wantedScope } from './guard-access.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Adds the status of the answer to the entry of the audit that waits for it. */
    endAudit: EndUse | undefined;
  }
}

/**
 * Writes down what keys are used for, beside reading, before it happens: what cannot be written down does not happen. What stops a printer waits for nothing, and is written down as soon as the disk takes it.
 * Requests without a key, which come from the machine itself, are not written down and wait for nothing.
 */
export function auditUses(door: Door, audit: Audit): void {
  door.decorateRequest('endAudit', undefined);

  door.addHook('preHandler', (request, _reply, done) => {
    const scope = request.grant && wantedScope(request);
    if (scope === undefined || scope === 'none' || scope === 'read') {
      done();
      return;
    }
    begin(request, audit).then(() => done(), done);
  });

  door.addHook('onSend', (request, { statusCode }, ...[payload, done]) => {
    const { endAudit } = request;
    request.endAudit = undefined;
    endAudit?.(statusCode, (error) => logOf(request).error({ err: error }, 'the outcome of a use of a key could not be audited'));
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

import type { FastifyRequest } from 'fastify';
import type { Audit } from '../../audit/audit.ts';
import { logOf, pathOf } from '../answer/problems.ts';
import type { Door } from '../door-types.ts';
import { declaredAccess } from '../openapi/access.ts';
import { wantedScope } from './guard-access.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The entry of the audit that waits for the answer of this request. */
    auditEntry: number | undefined;
  }
}

/**
 * Writes down what keys are used for, beside reading, before it happens: what cannot be written down does not happen, unless it stops a printer.
 * Requests without a key, which come from the machine itself, are not written down and wait for nothing.
 */
export function auditUses(door: Door, audit: Audit): void {
  door.decorateRequest('auditEntry', undefined);

  door.addHook('preHandler', (request, _reply, done) => {
    const scope = request.grant && wantedScope(request);
    if (scope === undefined || scope === 'none' || scope === 'read') {
      done();
      return;
    }
    begin(request, audit).then(() => done(), done);
  });

  door.addHook('onSend', (request, { statusCode }, ...[payload, done]) => {
    const { auditEntry } = request;
    if (auditEntry !== undefined) {
      request.auditEntry = undefined;
      audit.end(auditEntry, statusCode, (error) =>
        logOf(request).error({ err: error }, 'the outcome of a use of a key could not be audited'),
      );
    }
    done(null, payload);
  });
}

async function begin(request: FastifyRequest, audit: Audit): Promise<void> {
  const { grant, method, routeOptions, url, id } = request;
  const use = { keyName: grant?.name ?? '', operation: `${method} ${routeOptions.url}`, path: pathOf(url), requestId: id };
  try {
    request.auditEntry = await audit.begin(use);
  } catch (error) {
    if (!declaredAccess(routeOptions.schema)['x-stops']) throw error;
    logOf(request).error({ err: error, use }, 'a printer is stopped although it could not be audited');
  }
}

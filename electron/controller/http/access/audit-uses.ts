import type { FastifyRequest } from 'fastify';
import type { Controller } from '#controller/controller.ts';
import { isTrigger, type Audit, type EndUse } from '../../audit/audit.ts';
import { logOf, pathOf } from '#http/answer/problems.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { declaredAccess } from '#http/openapi/declared-access.ts';
import { clientOf, isStop } from '#http/app/client-budgets.ts';
import { findAuthor } from '../routes/author.ts';
import { formerValue, inputOf } from './audited-values.ts';
import { requiredScope } from './guard-access.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Stores the status of the response in the audit entry of this request. */
    endAudit: EndUse | undefined;
  }
}

const READS = ['GET', 'HEAD'];
const AUDIT_LOG = /^\/api\/v3\/audit(\/|$)/;

/**
 * Records every request that changes, prints or administers something, and every read of the audit log, before it takes effect, with or without a key.
 * One that cannot be recorded is refused. A stop of a printer and a trigger do not wait: their entries are written as soon as the disk accepts them, and
 * the ledger refuses a trigger on a disk that accepts nothing.
 */
export function auditUses(app: FastifyApp, audit: Audit, controller: Controller): void {
  app.decorateRequest('endAudit', undefined);

  app.addHook('preHandler', (request, _reply, done) => {
    if (!isRecorded(request)) {
      done();
      return;
    }
    begin(request, audit, controller).then(() => done(), done);
  });

  app.addHook('onSend', (request, { statusCode }, ...[payload, done]) => {
    const { endAudit } = request;
    request.endAudit = undefined;
    endAudit?.(statusCode, (error) => logOf(request).error({ err: error }, 'the outcome of a request could not be audited'));
    done(null, payload);
  });
}

function isRecorded(request: FastifyRequest): boolean {
  const scope = requiredScope(request);
  if (scope === undefined || scope === 'none' || scope === 'read') return false;
  return !READS.includes(request.method) || AUDIT_LOG.test(request.routeOptions.url ?? '');
}

async function begin(request: FastifyRequest, audit: Audit, controller: Controller): Promise<void> {
  const { grant, method, routeOptions, url, id } = request;
  const by = { keyName: grant?.name ?? '', from: clientOf(request.raw), person: statedPerson(request) };
  const use = { ...by, operation: `${method} ${routeOptions.url}`, path: pathOf(url), requestId: id, input: inputOf(request) };
  if (declaredAccess(routeOptions.schema)['x-stops'] || isStop(request) || isTrigger(use) || isOfTraining(request)) {
    request.endAudit = audit.beginUnawaited(use);
    return;
  }
  request.endAudit = await audit.beginAwaited({ ...use, before: await formerValue(request, controller) });
}

/** The conveyor of a virtual printer is stopped also on a disk that accepts nothing. */
function isOfTraining({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.endsWith('/conveyor') === true;
}

/** A header that is no name must not prevent a stop. The routes that store the author refuse it. */
function statedPerson(request: FastifyRequest): string {
  return findAuthor(request) ?? '';
}

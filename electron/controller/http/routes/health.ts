import { z } from 'zod';
import { CLOCK_HEADER } from '#contract/api-v3/command-expiry.ts';
import { healthSchema, livenessSchema, readinessSchema, type ReadinessWarning } from '#contract/api-v3/health.ts';
import type { Controller } from '#controller/controller.ts';
import type { Certificate } from '#tls/certificate.ts';
import { mayName } from '../../keys/printer-limits.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { documentFile } from '../openapi/document-file.ts';
import { content, json, operation } from '#http/openapi/operation.ts';

const TAG = 'service';
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** What a server warns of in addition to the controller. */
interface ServerWarnings {
  certificate?: Certificate | undefined;
  warnings?: readonly ReadinessWarning[] | undefined;
  network?: { warnings: () => readonly ReadinessWarning[] } | undefined;
}

/** Identity and health of the process. Outside `/api/v3`, because it is not part of the interface. */
export function healthRoute(app: FastifyApp, controller: Controller, { certificate, warnings = [], network }: ServerWarnings): void {
  const about = { summary: 'Identity and health of the controller', scope: 'read', isExtension: true } as const;
  const health = { 200: json('The controller.', healthSchema) };
  app.get('/healthz', { schema: operation(TAG, about, { response: health }) }, async (_request, reply) => {
    void reply.header(CLOCK_HEADER, controller.commandClock.now());
    return controller.health();
  });
  const liveness = { summary: 'Whether the process answers', scope: 'none', isExtension: true } as const;
  app.get('/healthz/live', { schema: operation(TAG, liveness, { response: { 200: json('It responds.', livenessSchema) } }) }, async () => ({
    status: 'live' as const,
  }));
  const readiness = {
    summary: 'Whether the controller can print',
    scope: 'read',
    description:
      'Problems of a single printer are in its status and not here. `warnings` do not prevent printing: a write-ahead log that cannot be truncated and ' +
      'grows, a clock that was changed and is not confirmed while jobs without dates print on, a certificate that expires within 14 days, is not valid, or could not be loaded, a text protocol that other computers use without a key, settings for other computers that cannot be applied.',
    isExtension: true,
  } as const;
  const response = { 200: json('It can print.', readinessSchema), 503: json('It cannot print, for these reasons.', readinessSchema) };
  app.get('/healthz/ready', { schema: operation(TAG, readiness, { response }) }, async (_request, reply) => {
    const ready = await controller.readiness();
    const all = [...ready.warnings, ...(certificate?.warnings() ?? []), ...warnings, ...(network?.warnings() ?? [])];
    return reply.code(ready.status === 'ready' ? 200 : 503).send({ ...ready, warnings: all });
  });
}

/** Metrics for monitoring systems. Outside `/api/v3`, because they describe the process. */
export function metricsRoute(app: FastifyApp, controller: Controller): void {
  const { metrics } = controller;
  app.addHook('onResponse', ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
    const route = routeOptions.url ?? 'unknown';
    if (!route.endsWith('/events')) metrics.requests.observe(elapsedTime / 1_000, method, route, String(statusCode));
    done();
  });
  const about = { summary: 'Metrics in the text format of Prometheus', scope: 'read', printer: 'every', isExtension: true } as const;
  const response = { 200: content('The metrics.', METRICS_TYPE, z.string()) };
  app.get('/metrics', { schema: operation(TAG, about, { response }) }, async ({ grant }, reply) =>
    reply.type(METRICS_TYPE).send(await metrics.text(await controller.readiness(), (printer) => mayName(grant, printer))),
  );
}

/** The OpenAPI document of this server. */
export function openApiRoute(app: FastifyApp): void {
  const about = { summary: 'This document', scope: 'none', isExtension: true } as const;
  const response = { 200: json('OpenAPI 3.1.', z.looseObject({ openapi: z.string() })) };
  const file = documentFile(app);
  app.get('/openapi.json', { schema: operation(TAG, about, { response }) }, (request, reply) => file.send(request, reply));
}

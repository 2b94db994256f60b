import { z } from 'zod';
import { healthSchema, livenessSchema, readinessSchema } from '#contract/api-v3/health.ts';
import type { Controller } from '#controller/controller.ts';
import type { Certificate } from '../tls/certificate.ts';
import { mayName } from '../access/named-printer.ts';
import type { Door } from '../door-types.ts';
import { documentFile } from '../openapi/document-file.ts';
import { content, json, operation } from '../openapi/operation.ts';

const TAG = 'service';
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Who answers here, and how it is. Stands outside `/api/v3`: it means the process, not the interface. */
export function healthRoute(door: Door, controller: Controller, certificate?: Certificate): void {
  const about = { summary: 'Identity and health of the controller', scope: 'read', isExtension: true } as const;
  door.get('/healthz', { schema: operation(TAG, about, { response: { 200: json('The controller.', healthSchema) } }) }, async () =>
    controller.health(),
  );
  const liveness = { summary: 'Whether the process answers', scope: 'none', isExtension: true } as const;
  door.get('/healthz/live', { schema: operation(TAG, liveness, { response: { 200: json('It does.', livenessSchema) } }) }, async () => ({
    status: 'live' as const,
  }));
  const readiness = {
    summary: 'Whether prints can be asked for',
    scope: 'read',
    description:
      'What a single printer lacks is no reason: its status says it. `warnings` name what keeps nothing from being printed: a log of the database ' +
      'that grows, a clock that was set and is not confirmed while jobs without dates print on, a certificate that expires within 14 days, is not valid, or was not taken from its files.',
    isExtension: true,
  } as const;
  const response = { 200: json('They can.', readinessSchema), 503: json('They cannot, and why.', readinessSchema) };
  door.get('/healthz/ready', { schema: operation(TAG, readiness, { response }) }, async (_request, reply) => {
    const ready = await controller.readiness();
    const warnings = [...ready.warnings, ...(certificate?.warnings() ?? [])];
    return reply.code(ready.status === 'ready' ? 200 : 503).send({ ...ready, warnings });
  });
}

/** Figures for whoever watches over many machines. Stands outside `/api/v3` as well: they mean the process. */
export function metricsRoute(door: Door, controller: Controller): void {
  const { metrics } = controller;
  door.addHook('onResponse', ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
    const route = routeOptions.url ?? 'unknown';
    if (!route.endsWith('/events')) metrics.requests.observe(elapsedTime / 1_000, method, route, String(statusCode));
    done();
  });
  const about = { summary: 'Figures in the text format of Prometheus', scope: 'read', printer: 'every', isExtension: true } as const;
  const response = { 200: content('The figures.', METRICS_TYPE, z.string()) };
  door.get('/metrics', { schema: operation(TAG, about, { response }) }, async ({ grant }, reply) =>
    reply.type(METRICS_TYPE).send(await metrics.text(await controller.readiness(), (printer) => mayName(grant, printer))),
  );
}

/** The OpenAPI document of everything that this door answers. */
export function openApiRoute(door: Door): void {
  const about = { summary: 'This document', scope: 'none', isExtension: true } as const;
  const response = { 200: json('OpenAPI 3.1.', z.looseObject({ openapi: z.string() })) };
  const file = documentFile(door);
  door.get('/openapi.json', { schema: operation(TAG, about, { response }) }, (request, reply) => file.send(request, reply));
}

import { z } from 'zod';
import { plantHealthSchema, plantReadinessSchema } from '#contract/plant/plant-health.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { json } from '#http/openapi/operation.ts';
import type { Plant } from '../../plant.ts';
import { plantOperation } from '../app/plant-operation.ts';

const TAG = 'service';

/** Identity and health of this instance. */
export function healthRoutes(app: FastifyApp, plant: Plant, version: string): void {
  const health = { summary: 'What answers here', scope: 'none' } as const;
  app.get('/healthz', { schema: plantOperation(TAG, health, { response: { 200: json('The plant.', plantHealthSchema) } }) }, async () => ({
    ...{ service: 'plant' as const, version, database: plant.database },
  }));
  const readiness = { summary: 'Whether it takes prints and answers searches', scope: 'none' } as const;
  const answers = { 200: json('It does.', plantReadinessSchema), 503: json('It does not.', plantReadinessSchema) };
  app.get('/healthz/ready', { schema: plantOperation(TAG, readiness, { response: answers }) }, async (_request, reply) => {
    const state = await plant.readiness();
    return reply.code(state.status === 'ready' ? 200 : 503).send(state);
  });
}

/** The OpenAPI document of this server. */
export function openApiRoute(app: FastifyApp): void {
  const about = { summary: 'This document', scope: 'none' } as const;
  const response = { 200: json('OpenAPI 3.1.', z.looseObject({ openapi: z.string() })) };
  app.get('/openapi.json', { schema: plantOperation(TAG, about, { response }) }, (_request, reply) => reply.send(app.swagger()));
}

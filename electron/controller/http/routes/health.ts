import { z } from 'zod';
import { healthSchema } from '#contract/api-v3/health.ts';
import type { Controller } from '#controller/controller.ts';
import type { Door } from '../door-types.ts';
import { json, operation } from '../openapi/operation.ts';

const TAG = 'service';

/** Who answers here, and how it is. Stands outside `/api/v3`: it means the process, not the interface. */
export function healthRoute(door: Door, controller: Controller): void {
  const about = { summary: 'Identity and health of the controller', scope: 'read', isExtension: true } as const;
  door.get('/healthz', { schema: operation(TAG, about, { response: { 200: json('The controller.', healthSchema) } }) }, async () =>
    controller.health(),
  );
}

/** The OpenAPI document of everything that this door answers. */
export function openApiRoute(door: Door): void {
  const about = { summary: 'This document', scope: 'none', isExtension: true } as const;
  const response = { 200: json('OpenAPI 3.1.', z.looseObject({ openapi: z.string() })) };
  door.get('/openapi.json', { schema: operation(TAG, about, { response }) }, async (_request, reply) => reply.send(door.swagger()));
}

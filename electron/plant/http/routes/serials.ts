import { controllerIdSchema } from '#contract/plant/plant-controller.ts';
import {
  leaseListSchema,
  leaseRequestSchema,
  plantCounterListSchema,
  plantCounterParamsSchema,
  plantCounterSchema,
  serialLeaseSchema,
  unusedSerialsSchema,
} from '#contract/plant/serial-lease.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { empty, json } from '#http/openapi/operation.ts';
import type { Plant } from '../../plant.ts';
import { plantOperation } from '../app/plant-operation.ts';

const TAG = 'serials';
const leaseParams = plantCounterParamsSchema.extend({ controller: controllerIdSchema });

/** Counters whose numbers are given to controllers in blocks. */
export function serialRoutes(app: FastifyApp, plant: Plant): void {
  const list = { summary: 'The counters of the plant', scope: 'read' } as const;
  app.get('/counters', { schema: plantOperation(TAG, list, { response: { 200: json('By name.', plantCounterListSchema) } }) }, () =>
    plant.counters.list(),
  );
  const put = { summary: 'Creates or changes a counter of the plant', scope: 'admin', description: '`next` is never lowered.' } as const;
  const stored = { params: plantCounterParamsSchema, body: plantCounterSchema, response: { 204: empty('Stored.') } };
  app.put('/counters/:name', { schema: plantOperation(TAG, put, stored) }, async ({ params, body }, reply) => {
    await plant.counters.put(params.name, body);
    return reply.code(204).send();
  });
  const leases = { summary: 'Which controllers have which numbers of a counter', scope: 'read' } as const;
  const listed = { params: plantCounterParamsSchema, response: { 200: json('The newest first, at most 1 000.', leaseListSchema) } };
  app.get('/counters/:name/leases', { schema: plantOperation(TAG, leases, listed) }, ({ params }) => plant.counters.leases(params.name));

  const lease = {
    summary: 'Gives a controller a block of numbers, each of them once in the plant',
    scope: 'report',
    description: 'A repeated request gets the same block. A block may be shorter than asked.',
  } as const;
  const granted = { params: leaseParams, body: leaseRequestSchema, response: { 200: json('The block.', serialLeaseSchema) } };
  app.post('/controllers/:controller/counters/:name/leases', { schema: plantOperation(TAG, lease, granted) }, ({ params, body }) =>
    plant.lease(params, body),
  );
  const unused = { summary: 'Numbers of a block that a controller will never use', scope: 'report' } as const;
  const reported = { params: leaseParams, body: unusedSerialsSchema, response: { 204: empty('Recorded.') } };
  app.post(
    '/controllers/:controller/counters/:name/unused',
    { schema: plantOperation(TAG, unused, reported) },
    async ({ params, body }, reply) => {
      await plant.reportUnused(params, body);
      return reply.code(204).send();
    },
  );
}

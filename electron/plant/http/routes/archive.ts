import { z } from 'zod';
import { archiveRetentionSchema, archiveSummarySchema } from '#contract/plant/archive-summary.ts';
import {
  archivedPrintDetailSchema,
  archivedPrintPlaceSchema,
  archivePageSchema,
  archiveQuerySchema,
} from '#contract/plant/archive-search.ts';
import { controllerIdSchema } from '#contract/plant/plant-controller.ts';
import { wholeNumberIn } from '#contract/api-v3/whole-number.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { content, empty, json, pngSchema } from '#http/openapi/operation.ts';
import type { Plant } from '../../plant.ts';
import { plantOperation } from '../app/plant-operation.ts';

const TAG = 'archive';
const placeSchema = z.object({ controller: controllerIdSchema, print: wholeNumberIn({ least: 1 }) });

/** Search over the prints of all controllers, and what the archive holds. */
export function archiveRoutes(app: FastifyApp, plant: Plant): void {
  const search = { summary: 'Prints of all controllers that match all conditions, newest first', scope: 'read' } as const;
  app.get(
    '/prints',
    {
      schema: plantOperation(TAG, search, {
        querystring: archiveQuerySchema,
        response: { 200: json('A page of prints.', archivePageSchema) },
      }),
    },
    ({ query }) => plant.search(query),
  );
  const place = { params: placeSchema, querystring: archivedPrintPlaceSchema };
  const detail = { summary: 'A print with its texts and values', scope: 'read' } as const;
  app.get(
    '/prints/:controller/:print',
    { schema: plantOperation(TAG, detail, { ...place, response: { 200: json('The print.', archivedPrintDetailSchema) } }) },
    ({ params, query }) => plant.print({ ...params, ...query }),
  );
  const picture = {
    summary: 'The picture of a print, drawn again with the same bits',
    scope: 'read',
    description: 'Refused with 422 `cannot-render` if the bits would differ from those that were printed.',
  } as const;
  app.get(
    '/prints/:controller/:print/picture',
    { schema: plantOperation(TAG, picture, { ...place, response: { 200: content('The picture.', 'image/png', pngSchema) } }) },
    async ({ params, query }, reply) => reply.type('image/png').send(Buffer.from(await plant.picture({ ...params, ...query }))),
  );
  const summary = { summary: 'How much the archive holds', scope: 'read' } as const;
  app.get('/archive', { schema: plantOperation(TAG, summary, { response: { 200: json('Estimates.', archiveSummarySchema) } }) }, () =>
    plant.summary(),
  );
  const retention = { summary: 'Sets after how many months prints are deleted', scope: 'admin' } as const;
  app.put(
    '/archive/retention',
    { schema: plantOperation(TAG, retention, { body: archiveRetentionSchema, response: { 204: empty('Set.') } }) },
    async ({ body }, reply) => {
      await plant.setRetention(body.months);
      return reply.code(204).send();
    },
  );
}

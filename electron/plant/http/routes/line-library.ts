import { z } from 'zod';
import { libraryItemPlaceSchema, savedVersionSchema } from '#contract/api-v3/library-item.ts';
import { contentParamsSchema, holdingsSchema, MAX_CONTENT, wantedItemsQuerySchema, wantedItemsSchema } from '#contract/plant/library.ts';
import { controllerIdSchema } from '#contract/plant/plant-controller.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import type { BodyCharges } from '#http/body/charge-bodies.ts';
import { TrackedResponse } from '#http/connections/tracked-response.ts';
import { content, empty, json } from '#http/openapi/operation.ts';
import type { Plant } from '../../plant.ts';
import { plantOperation } from '../app/plant-operation.ts';
import { acceptBytes, BytesBody } from '../app/receive-batch.ts';
import { CONTENT_TYPES } from './library.ts';

const TAG = 'library';
const controllerParams = z.object({ controller: controllerIdSchema });
const proposalParams = libraryItemPlaceSchema.extend({ controller: controllerIdSchema });
const proposalQuery = z.object({ by: z.string().max(255).default(''), comment: z.string().max(1_000).default('') });

/** What a controller takes of the library, what it has of it, and what it sends to it. */
export function lineLibraryRoutes(app: FastifyApp, plant: Plant, charges: BodyCharges): void {
  const wanted = {
    summary: 'The items that a controller shall have',
    scope: 'report',
    description:
      'With `revision` and `wait`, the answer waits for another revision for at most so many seconds, and is 204 if there is none.',
  } as const;
  const list = {
    params: controllerParams,
    querystring: wantedItemsQuerySchema,
    response: { 200: json('The list.', wantedItemsSchema), 204: empty('There is no other revision.') },
  };
  app.get('/controllers/:controller/library', { schema: plantOperation(TAG, wanted, list) }, async ({ params, query, raw }, reply) => {
    const { raw: response } = reply;
    const onWait = (): void => {
      if (response instanceof TrackedResponse) response.suspend();
    };
    const gone = new AbortController();
    const abort = (): void => gone.abort();
    raw.socket.once('close', abort);
    try {
      return (await plant.wantedItems.find(params.controller, query, { signal: gone.signal, onWait })) ?? reply.code(204).send();
    } finally {
      raw.socket.off('close', abort);
    }
  });
  const holdings = { summary: 'What a controller has of the items that it shall have', scope: 'report' } as const;
  const stored = { params: controllerParams, body: holdingsSchema, response: { 204: empty('Stored.') } };
  app.put('/controllers/:controller/library', { schema: plantOperation(TAG, holdings, stored) }, async ({ params, body }, reply) => {
    await plant.storeHoldings(params.controller, body);
    return reply.code(204).send();
  });
  const read = { summary: 'A content of the library by its hash', scope: 'report' } as const;
  const bytes = content('JSON, or the file of a font.', 'application/octet-stream', z.string().meta({ contentEncoding: 'binary' }));
  const parts = { params: contentParamsSchema.extend({ controller: controllerIdSchema }), response: { 200: bytes } };
  app.get('/controllers/:controller/library/contents/:hash', { schema: plantOperation(TAG, read, parts) }, async ({ params }, reply) =>
    reply.type('application/octet-stream').send(await plant.library.contentOfHash(params.hash)),
  );
  void app.register((scope, _options, done) => {
    proposalRoute(scope as unknown as FastifyApp, plant, charges);
    done();
  });
}

function proposalRoute(app: FastifyApp, plant: Plant, charges: BodyCharges): void {
  acceptBytes(app, { mediaTypes: CONTENT_TYPES, most: MAX_CONTENT }, charges);
  const about = {
    summary: 'Saves a version of an item that comes from a line',
    scope: 'report',
    description: 'It is not published: that needs the scope `library`.',
  } as const;
  const parts = {
    ...{ params: proposalParams, querystring: proposalQuery, body: z.instanceof(BytesBody) },
    response: { 200: json('The number of the version.', savedVersionSchema) },
  };
  app.put(
    '/controllers/:controller/library/:kind/:name',
    { schema: plantOperation(TAG, about, parts) },
    async ({ params, query, body }) => {
      const { controller, ...place } = params;
      return { version: await plant.saveFromLine(controller, place, { bytes: body.bytes, ...query }) };
    },
  );
}

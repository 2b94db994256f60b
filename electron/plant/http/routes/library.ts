import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { libraryItemPlaceSchema, savedVersionSchema, type LibraryKind } from '#contract/api-v3/library-item.ts';
import {
  approvalCommentSchema,
  libraryItemDetailSchema,
  libraryListSchema,
  librarySettingsSchema,
  libraryVersionPlaceSchema,
  MAX_CONTENT,
  publicationSchema,
} from '#contract/plant/library.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import type { BodyCharges } from '#http/body/charge-bodies.ts';
import { content, empty, json, pngSchema } from '#http/openapi/operation.ts';
import type { Plant } from '../../plant.ts';
import { plantOperation } from '../app/plant-operation.ts';
import { acceptBytes, BytesBody } from '../app/receive-batch.ts';

const TAG = 'library';
/** The media types of contents: fonts are files. */
export const CONTENT_TYPES = ['application/json', 'application/octet-stream'];
const bytesSchema = z.instanceof(BytesBody);
const item = { params: libraryItemPlaceSchema };
const version = { params: libraryVersionPlaceSchema };

/** What the plant publishes to its lines. */
export function libraryRoutes(app: FastifyApp, plant: Plant, charges: BodyCharges): void {
  readRoutes(app, plant);
  decisionRoutes(app, plant);
  settingsRoutes(app, plant);
  void app.register((scope, _options, done) => {
    saveRoute(scope as unknown as FastifyApp, plant, charges);
    done();
  });
}

/** Who sends a request, by the name of the key. */
function nameOf({ plantGrant }: FastifyRequest): string {
  return plantGrant?.name ?? '';
}

export function mediaTypeOf(kind: LibraryKind): string {
  return kind === 'font' ? 'application/octet-stream' : 'application/json';
}

function readRoutes(app: FastifyApp, plant: Plant): void {
  const list = { summary: 'All items with how far they have got', scope: 'read' } as const;
  app.get('/library', { schema: plantOperation(TAG, list, { response: { 200: json('By kind and name.', libraryListSchema) } }) }, () =>
    plant.library.list(),
  );
  const detail = { summary: 'An item with its versions, and what each line has of it', scope: 'read' } as const;
  app.get(
    '/library/:kind/:name',
    { schema: plantOperation(TAG, detail, { ...item, response: { 200: json('The item.', libraryItemDetailSchema) } }) },
    ({ params }) => plant.library.get(params),
  );
  const read = { summary: 'The content of a version', scope: 'read' } as const;
  const bytes = content('JSON, or the file of a font.', 'application/octet-stream', z.string().meta({ contentEncoding: 'binary' }));
  app.get(
    '/library/:kind/:name/versions/:version',
    { schema: plantOperation(TAG, read, { ...version, response: { 200: bytes } }) },
    async ({ params }, reply) => reply.type(mediaTypeOf(params.kind)).send(await plant.library.content(params)),
  );
  const picture = { summary: 'The picture of a version of a label, with the values that it has by itself', scope: 'read' } as const;
  app.get(
    '/library/:kind/:name/versions/:version/picture',
    { schema: plantOperation(TAG, picture, { ...version, response: { 200: content('The picture.', 'image/png', pngSchema) } }) },
    async ({ params }, reply) => reply.type('image/png').send(Buffer.from(await plant.libraryPicture(params))),
  );
}

function saveRoute(app: FastifyApp, plant: Plant, charges: BodyCharges): void {
  acceptBytes(app, { mediaTypes: CONTENT_TYPES, most: MAX_CONTENT }, charges);
  const about = {
    summary: 'Saves a version of an item',
    scope: 'library',
    description: 'Lines get nothing of it before it is published. A content that equals that of the newest version makes no new one.',
  } as const;
  const parts = {
    ...item,
    querystring: approvalCommentSchema,
    body: bytesSchema,
    response: { 200: json('The number of the version.', savedVersionSchema) },
  };
  app.put('/library/:kind/:name', { schema: plantOperation(TAG, about, parts) }, async (request) => {
    const { params, query, body } = request;
    return { version: await plant.library.save(params, { bytes: body.bytes, comment: query.comment, by: nameOf(request) }) };
  });
}

function decisionRoutes(app: FastifyApp, plant: Plant): void {
  const approve = { summary: 'Approves a version of a label', scope: 'approve', description: 'By another key than saved it.' } as const;
  app.post(
    '/library/:kind/:name/versions/:version/approve',
    { schema: plantOperation(TAG, approve, { ...version, body: approvalCommentSchema, response: { 204: empty('Approved.') } }) },
    async (request, reply) => {
      await plant.library.approve(request.params, { by: nameOf(request), comment: request.body.comment });
      return reply.code(204).send();
    },
  );
  const publish = { summary: 'Publishes a version: lines take it', scope: 'library' } as const;
  app.post(
    '/library/:kind/:name/publish',
    { schema: plantOperation(TAG, publish, { ...item, body: publicationSchema, response: { 204: empty('Published.') } }) },
    async (request, reply) => {
      await plant.library.publish(request.params, request.body, nameOf(request));
      return reply.code(204).send();
    },
  );
  const withdraw = { summary: 'Withdraws an item: lines remove it', scope: 'library' } as const;
  app.post(
    '/library/:kind/:name/withdraw',
    { schema: plantOperation(TAG, withdraw, { ...item, response: { 204: empty('Withdrawn.') } }) },
    async ({ params }, reply) => {
      await plant.library.withdraw(params);
      return reply.code(204).send();
    },
  );
}

function settingsRoutes(app: FastifyApp, plant: Plant): void {
  const read = { summary: 'The rules of the library', scope: 'read' } as const;
  app.get(
    '/settings/library',
    { schema: plantOperation(TAG, read, { response: { 200: json('The rules.', librarySettingsSchema) } }) },
    () => plant.library.settings(),
  );
  const put = { summary: 'Sets the rules of the library', scope: 'admin' } as const;
  app.put(
    '/settings/library',
    { schema: plantOperation(TAG, put, { body: librarySettingsSchema, response: { 204: empty('Set.') } }) },
    async ({ body }, reply) => {
      await plant.library.putSettings(body);
      return reply.code(204).send();
    },
  );
}

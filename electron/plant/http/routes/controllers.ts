import { z } from 'zod';
import {
  batchAnswerSchema,
  controllerIdSchema,
  controllerReportSchema,
  plantControllerListSchema,
} from '#contract/plant/plant-controller.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import type { BodyCharges } from '#http/body/charge-bodies.ts';
import { empty, json } from '#http/openapi/operation.ts';
import type { Plant } from '../../plant.ts';
import { plantOperation } from '../app/plant-operation.ts';
import { acceptBytes, BytesBody } from '../app/receive-batch.ts';

const TAG = 'controllers';
const controllerParams = z.object({ controller: controllerIdSchema });
const hashParams = z.object({ hash: z.string().regex(/^[\da-f]{64}$/, 'must be a SHA-256 in hexadecimal') });
const bytesSchema = z.instanceof(BytesBody);

/** What controllers send, and which there are. */
export function controllerRoutes(app: FastifyApp, plant: Plant, charges: BodyCharges): void {
  const list = { summary: 'All controllers with what they last reported', scope: 'read' } as const;
  app.get(
    '/controllers',
    { schema: plantOperation(TAG, list, { response: { 200: json('By site, line and name.', plantControllerListSchema) } }) },
    () => plant.controllers.list(),
  );
  const report = { summary: 'What a controller says about itself and its printers', scope: 'report' } as const;
  const reported = { params: controllerParams, body: controllerReportSchema, response: { 204: empty('Stored.') } };
  app.put('/controllers/:controller', { schema: plantOperation(TAG, report, reported) }, async ({ params, body }, reply) => {
    await plant.controllers.report(params.controller, body);
    return reply.code(204).send();
  });
  void app.register((scope, _options, done) => {
    batchRoute(scope as unknown as FastifyApp, plant, charges);
    done();
  });
  void app.register((scope, _options, done) => {
    documentRoute(scope as unknown as FastifyApp, plant, charges);
    done();
  });
}

function batchRoute(app: FastifyApp, plant: Plant, charges: BodyCharges): void {
  acceptBytes(app, { mediaTypes: ['text/csv'] }, charges);
  const about = {
    summary: 'Stores prints of a controller, all or none',
    scope: 'report',
    description:
      'The body is CSV (RFC 4180, UTF-8) with the columns of the archive and a header line. A print that is sent again has no effect, unless its state has ' +
      'moved on. The answer names the label documents that the archive lacks.',
  } as const;
  const parts = { params: controllerParams, body: bytesSchema, response: { 200: json('They are stored.', batchAnswerSchema) } };
  app.post('/controllers/:controller/prints', { schema: plantOperation(TAG, about, parts) }, ({ params, body }) =>
    plant.ingest(params.controller, body.bytes),
  );
}

function documentRoute(app: FastifyApp, plant: Plant, charges: BodyCharges): void {
  acceptBytes(app, { mediaTypes: ['application/json'] }, charges);
  const about = { summary: 'Stores a label document under its SHA-256', scope: 'report' } as const;
  const parts = { params: hashParams, body: bytesSchema, response: { 204: empty('Stored.') } };
  app.put('/documents/:hash', { schema: plantOperation(TAG, about, parts) }, async ({ params, body }, reply) => {
    await plant.storeDocument(params.hash, body.bytes);
    return reply.code(204).send();
  });
}

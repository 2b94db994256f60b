import { controllerIdSchema } from '#contract/plant/plant-controller.ts';
import {
  controllerRowRunSchema,
  rowLeaseRequestSchema,
  rowReleaseListSchema,
  rowReleaseSchema,
  rowReleasedSchema,
  rowReportSchema,
  rowRunListSchema,
  rowRunParamsSchema,
} from '#contract/plant/row-run.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { json } from '#http/openapi/operation.ts';
import type { Plant } from '../../plant.ts';
import { plantOperation } from '../app/plant-operation.ts';

const TAG = 'rows';
const params = rowRunParamsSchema;
const ofController = rowRunParamsSchema.extend({ controller: controllerIdSchema });
const state = { 200: json('What the controller has of the run.', controllerRowRunSchema) };

/** Runs: rows of a table that are shared over the plant. */
export function rowRunRoutes(app: FastifyApp, plant: Plant): void {
  const list = { summary: 'The runs of shared rows, and which controllers have rows of them', scope: 'read' } as const;
  const listed = { response: { 200: json('The newest first, at most 1 000.', rowRunListSchema) } };
  app.get('/row-runs', { schema: plantOperation(TAG, list, listed) }, () => plant.rowRuns.list());
  const released = { summary: 'Who has released rows of a run, and why', scope: 'read' } as const;
  const releases = { params, response: { 200: json('The newest first, at most 1 000.', rowReleaseListSchema) } };
  app.get('/row-runs/:name/releases', { schema: plantOperation(TAG, released, releases) }, (request) =>
    plant.rowRuns.releases(request.params.name),
  );
  const release = {
    summary: 'Gives the rows that a controller has to other controllers',
    scope: 'admin',
    description:
      'For a controller that is broken or was restored from a backup: nothing can prove which of its rows it has printed. Look at its products first. Rows that ' +
      'it did print are printed again by another line. A controller that is connected again prints none of the released rows from then on.',
  } as const;
  const accepted = { params, body: rowReleaseSchema, response: { 200: json('How many rows it had.', rowReleasedSchema) } };
  app.post('/row-runs/:name/release', { schema: plantOperation(TAG, release, accepted) }, async (request) => ({
    rows: await plant.releaseRows(request.params.name, { ...request.body, key: request.plantGrant?.name ?? '' }),
  }));
  controllerRoutes(app, plant);
}

function controllerRoutes(app: FastifyApp, plant: Plant): void {
  const path = '/controllers/:controller/row-runs/:name';
  const read = { summary: 'What a controller has of a run', scope: 'report' } as const;
  app.get(path, { schema: plantOperation(TAG, read, { params: ofController, response: state }) }, (request) =>
    plant.controllerRows(request.params),
  );
  const lease = {
    summary: 'Gives a controller a block of rows that no other controller has',
    scope: 'report',
    description:
      'The first request with a name begins the run; a name is used for one run only. A repeated request gets the same block. Without a free row no block is added.',
  } as const;
  const granted = { params: ofController, body: rowLeaseRequestSchema, response: state };
  app.post(`${path}/leases`, { schema: plantOperation(TAG, lease, granted) }, (request) => plant.leaseRows(request.params, request.body));
  const report = {
    summary: 'What became of rows of a block',
    scope: 'report',
    description: 'Rows that are returned are given again.',
  } as const;
  const reported = { params: ofController, body: rowReportSchema, response: state };
  app.post(`${path}/reports`, { schema: plantOperation(TAG, report, reported) }, (request) =>
    plant.reportRows(request.params, request.body),
  );
}

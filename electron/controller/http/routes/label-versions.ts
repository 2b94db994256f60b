import { approvalRequestSchema, approvalResultSchema, versionReviewSchema } from '#contract/api-v3/label-approval.ts';
import { labelVersionsPageSchema, labelVersionsQuerySchema } from '#contract/api-v3/label-version.ts';
import { simulationQuerySchema } from '#contract/api-v3/label.ts';
import { wholeNumberIn } from '#contract/api-v3/whole-number.ts';
import type { Controller } from '#controller/controller.ts';
import { sendDifference } from '../answer/send-picture.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { content, json, namedSchema, operation, pngSchema } from '#http/openapi/operation.ts';
import { storedName } from '../app/stored-name.ts';
import { requiredAuthor } from './author.ts';
import { STORED_LABEL } from './labels.ts';
import { rowIsWhole } from './simulation.ts';

const TAG = 'labels';

const revisionSchema = wholeNumberIn({ least: 1 });
const versionSchema = namedSchema.extend({ revision: revisionSchema });

/** `with` is the newer of the two versions; by default the current label. */
const differenceQuerySchema = simulationQuerySchema.extend({ with: revisionSchema.optional() });

/** Routes of the versions of a label, which each PUT adds to, of their approval, and of the differences between two of them. */
export function labelVersionRoutes(app: FastifyApp, controller: Controller): void {
  const list = json('A page of versions, newest first.', labelVersionsPageSchema);
  app.get(
    '/labels/:name/versions',
    {
      schema: operation(
        TAG,
        { summary: 'List the versions of a label', scope: 'read', isExtension: true },
        { params: namedSchema, querystring: labelVersionsQuerySchema, response: { 200: list } },
      ),
    },
    async (request) => controller.labelVersions.page(request.params.name, request.query),
  );
  app.get(
    '/labels/:name/versions/:revision',
    {
      schema: operation(
        TAG,
        { summary: 'Read a version of a label', scope: 'read', isExtension: true },
        { params: versionSchema, response: { 200: STORED_LABEL } },
      ),
    },
    async (request) => controller.labelVersions.get(request.params.name, request.params.revision),
  );
  reviewRoute(app, controller);
  approvalRoute(app, controller);
  differenceRoute(app, controller);
}

function reviewRoute(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Tests and findings of a version',
    scope: 'read',
    printer: 'query',
    description:
      'For the person who reviews the version: the results of its own tests, and what its print would show wrongly with the current values.',
    isExtension: true,
  } as const;
  const response = { 200: json('The results.', versionReviewSchema) };
  app.get(
    '/labels/:name/versions/:revision/review',
    { schema: operation(TAG, about, { params: versionSchema, querystring: rowIsWhole(simulationQuerySchema), response }) },
    async (request) => {
      const { tableName, printer, ...rest } = request.query;
      const { name, revision } = request.params;
      return controller.versionReviews.review(name, revision, { ...rest, tableName: storedName(tableName), printer: storedName(printer) });
    },
  );
}

function approvalRoute(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Decide about the approval of a version',
    scope: 'approve',
    description:
      'The header `strobe-author`, percent-encoded, names the person who decides; without it the response is `author-required`. Approving and ' +
      'rejecting need another person than the author of the version and the one who submitted it.',
    isExtension: true,
  } as const;
  const response = { 200: json('The state of the version, and the jobs that print it.', approvalResultSchema) };
  app.post(
    '/labels/:name/versions/:revision/approval',
    { schema: operation(TAG, about, { params: versionSchema, body: approvalRequestSchema, response }) },
    async (request) => {
      const { params, body, idempotency } = request;
      return controller.approvalDecisions.decide(params, { ...body, by: requiredAuthor(request), idempotency });
    },
  );
}

function differenceRoute(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Picture of what changed between two versions',
    scope: 'read',
    printer: 'query',
    description: 'Grey is in both, orange only in the older version, blue only in the newer one. Both are drawn with the current values.',
    isExtension: true,
  } as const;
  const response = {
    200: content('The two pictures, one over the other.', 'image/png', pngSchema),
  };
  app.get(
    '/labels/:name/versions/:revision/difference',
    { schema: operation(TAG, about, { params: versionSchema, querystring: rowIsWhole(differenceQuerySchema), response }) },
    async (request, reply) => {
      const { with: revision, tableName, printer, ...rest } = request.query;
      const query = { ...rest, tableName: storedName(tableName), printer: storedName(printer) };
      const { name, revision: before } = request.params;
      return sendDifference(reply, await controller.labelDifferences.pictures(name, { before, revision }, query));
    },
  );
}

import { labelVersionsPageSchema, labelVersionsQuerySchema } from '#contract/api-v3/label-version.ts';
import { labelSchema, simulationQuerySchema } from '#contract/api-v3/label.ts';
import { wholeNumberIn } from '#contract/api-v3/whole-number.ts';
import type { Controller } from '#controller/controller.ts';
import { sendDifference } from '../answer/picture.ts';
import type { Door } from '../door-types.ts';
import { content, json, namedSchema, operation, pngSchema } from '../openapi/operation.ts';
import { normalised } from './normalised.ts';
import { rowIsWhole } from './simulation.ts';

const TAG = 'labels';

const revisionSchema = wholeNumberIn({ least: 1 });
const versionSchema = namedSchema.extend({ revision: revisionSchema });

/** The newer of two versions that are compared; the label as it stands now when left out. */
const differenceQuerySchema = simulationQuerySchema.extend({ with: revisionSchema.optional() });

/** The versions of a label, which every PUT adds to, and what changed between two of them. */
export function labelVersionRoutes(door: Door, controller: Controller): void {
  const list = json('A page of versions, newest first.', labelVersionsPageSchema);
  door.get(
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
  door.get(
    '/labels/:name/versions/:revision',
    {
      schema: operation(
        TAG,
        { summary: 'Read a version of a label', scope: 'read', isExtension: true },
        { params: versionSchema, response: { 200: json('The label as it was.', labelSchema) } },
      ),
    },
    async (request) => controller.labelVersions.get(request.params.name, request.params.revision),
  );
  differenceRoute(door, controller);
}

function differenceRoute(door: Door, controller: Controller): void {
  const about = {
    summary: 'Picture of what changed between two versions',
    scope: 'read',
    printer: 'query',
    description: 'Grey is in both, orange only in the older version, blue only in the newer one. Both are drawn with the values of now.',
    isExtension: true,
  } as const;
  const response = {
    200: content('The two pictures, one over the other.', 'image/png', pngSchema),
  };
  door.get(
    '/labels/:name/versions/:revision/difference',
    { schema: operation(TAG, about, { params: versionSchema, querystring: rowIsWhole(differenceQuerySchema), response }) },
    async (request, reply) => {
      const { with: revision, tableName, printer, ...rest } = request.query;
      const query = { ...rest, tableName: normalised(tableName), printer: normalised(printer) };
      const { name, revision: before } = request.params;
      return sendDifference(reply, await controller.labelDifferences.pictures(name, { before, revision }, query));
    },
  );
}

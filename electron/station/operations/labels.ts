import { z } from 'zod';
import { labelVersionsPageSchema } from '#contract/api-v3/label-version.ts';
import { labelSchema, labelSummarySchema } from '#contract/api-v3/label.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { documentSchema } from '#contract/station/document.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';
import { conditionOver } from '../connections/present.ts';
import { signed } from './order-headers.ts';
import { readSummaries } from './read-dictionary.ts';
import { renamingOn } from './renaming.ts';

/** A label as this station knows it, or else whatever it is. */
export const anyLabelSchema = z.union([labelSchema, documentSchema]);

/** Labels pass through as the JSON they are: another controller's may have any shape. `author` is who saves here. */
export function labelsOperations(controllers: Controllers, author: string): StationHandlers['labels'] {
  return {
    list: async ({ connection }) => readSummaries(await controllers.read(connection, apiPath`/labels`, documentSchema), labelSummarySchema),
    get: ({ connection, name }) => controllers.read(connection, apiPath`/labels/${name}`, documentSchema),
    put: async ({ connection, name, label, over }) => {
      const path = apiPath`/labels/${name}`;
      const condition = await conditionOver(controllers, { connection, name, path, schema: anyLabelSchema }, over);
      const headers = { ...condition, ...signed(author) };
      const { status } = await controllers.change(connection, { method: 'PUT', path, json: label, headers });
      return { created: status === 201 };
    },
    remove: async ({ connection, name }) => {
      await controllers.change(connection, { method: 'DELETE', path: apiPath`/labels/${name}` });
      return {};
    },
    rename: renamingOn(controllers, 'labels'),
    versions: ({ connection, name, query }) =>
      controllers.read(connection, apiPath`/labels/${name}/versions` + queryText(query), labelVersionsPageSchema),
    version: ({ connection, name, revision }) =>
      controllers.read(connection, apiPath`/labels/${name}/versions/${String(revision)}`, documentSchema),
    simulate: ({ connection, name, query }) =>
      controllers.read(connection, apiPath`/labels/${name}/simulation` + queryText(query), documentSchema),
  };
}

import { z } from 'zod';
import { labelSummarySchema, simulationQuerySchema } from '../api-v3/label.ts';
import { labelVersionsPageSchema, labelVersionsQuerySchema } from '../api-v3/label-version.ts';
import { command, query } from './operation.ts';
import { onConnection } from './on-connection.ts';

/** A label travels as a JSON object of any shape: another controller's labels are shown and edited as they are, down to a key `__proto__`. */
const labelDocument = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be an object',
);

export const labelsContract = {
  list: query(onConnection, z.array(z.object({ name: z.string(), summary: labelSummarySchema.partial() }))),
  get: query(onConnection.extend({ name: z.string() }), labelDocument),
  put: command(onConnection.extend({ name: z.string(), label: labelDocument }), z.object({ created: z.boolean() })),
  remove: command(onConnection.extend({ name: z.string() }), z.object({})),
  /** The versions of a label, newest first. */
  versions: query(onConnection.extend({ name: z.string(), query: labelVersionsQuerySchema }), labelVersionsPageSchema),
  /** The label as it was in one of its versions. */
  version: query(onConnection.extend({ name: z.string(), revision: z.number().int() }), labelDocument),
  /** The label with its dynamic text resolved as it would print now. */
  simulate: query(onConnection.extend({ name: z.string(), query: simulationQuerySchema.default({}) }), labelDocument),
};

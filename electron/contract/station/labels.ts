import { z } from 'zod';
import { labelSummarySchema, simulationQuerySchema } from '../api-v3/label.ts';
import { labelVersionsPageSchema, labelVersionsQuerySchema } from '../api-v3/label-version.ts';
import { documentSchema } from './document.ts';
import { command, query } from './operation.ts';
import { onConnection } from './on-connection.ts';
import { overSeen } from './over-seen.ts';
import { renamingCommand } from './renaming.ts';

/** A label travels as the JSON that it is: another controller's labels are shown and edited as they are. */
export const labelsContract = {
  list: query(onConnection, z.array(z.object({ name: z.string(), summary: labelSummarySchema.partial() }))),
  get: query(onConnection.extend({ name: z.string() }), documentSchema),
  put: command(onConnection.extend({ name: z.string(), label: documentSchema, ...overSeen }), z.object({ created: z.boolean() })),
  remove: command(onConnection.extend({ name: z.string() }), z.object({})),
  rename: renamingCommand,
  /** The versions of a label, newest first. */
  versions: query(onConnection.extend({ name: z.string(), query: labelVersionsQuerySchema }), labelVersionsPageSchema),
  /** The label as it was in one of its versions. */
  version: query(onConnection.extend({ name: z.string(), revision: z.number().int() }), documentSchema),
  /** The label with its dynamic text resolved as it would print now. */
  simulate: query(onConnection.extend({ name: z.string(), query: simulationQuerySchema.default({}) }), documentSchema),
};

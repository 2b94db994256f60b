import { z } from 'zod';
import { statedReasonSchema } from '../api-v3/print.ts';
import { cellEditsSchema, rowsPageSchema, rowsQuerySchema, tableSummarySchema } from '../api-v3/table.ts';
import { documentSchema } from './document.ts';
import { command, query } from './operation.ts';
import { onConnection } from './on-connection.ts';
import { overSeen } from './over-seen.ts';
import { renamingCommand } from './renaming.ts';

/** Tables arrive and leave as files over HTTP (`contract/station/urls.ts`); what is here is small. */
export const tablesContract = {
  list: query(onConnection, z.array(z.object({ name: z.string(), summary: tableSummarySchema.partial() }))),
  rows: query(onConnection.extend({ name: z.string(), query: rowsQuerySchema.partial() }), rowsPageSchema),
  /** A whole table, as the JSON that it is: another controller's may have any shape. */
  get: query(onConnection.extend({ name: z.string() }), documentSchema),
  put: command(onConnection.extend({ name: z.string(), table: documentSchema, ...overSeen }), z.object({})),
  /** Changes single cells (extension): all of them or none. */
  editCells: command(onConnection.extend({ name: z.string(), edits: cellEditsSchema }), z.object({})),
  /** `reason` stays with the station. */
  remove: command(onConnection.extend({ name: z.string(), reason: statedReasonSchema }), z.object({})),
  rename: renamingCommand,
};

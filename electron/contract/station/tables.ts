import { z } from 'zod';
import { statedReasonSchema } from '../api-v3/print.ts';
import {
  addedColumnSchema,
  addedRowsSchema,
  cellEditsSchema,
  columnRenamingSchema,
  columnToDeleteSchema,
  deletedColumnSchema,
  deletedRowsSchema,
  newColumnSchema,
  newRowsSchema,
  rowSharingSchema,
  rowsPageSchema,
  rowsQuerySchema,
  rowsToDeleteSchema,
  tableSummarySchema,
} from '../api-v3/table.ts';
import { proposedVersionSchema } from '../api-v3/plant-library.ts';
import { documentSchema } from './document.ts';
import { command, query } from './operation.ts';
import { connectionInput } from './operation-input.ts';
import { expectedContent } from './expected-content.ts';
import { renamingCommand } from './renaming.ts';

/** Whole tables are imported and exported as files by URL (`contract/station/urls.ts`). */
export const tablesContract = {
  list: query(connectionInput, z.array(z.object({ name: z.string(), summary: tableSummarySchema.partial() }))),
  rows: query(connectionInput.extend({ name: z.string(), query: rowsQuerySchema.partial() }), rowsPageSchema),
  /** A whole table as JSON of any format, since another controller's may have another one. */
  get: query(connectionInput.extend({ name: z.string() }), documentSchema),
  put: command('data', connectionInput.extend({ name: z.string(), table: documentSchema, ...expectedContent }), z.object({})),
  /** Extension: changes single cells, all of them or none. */
  editCells: command('data', connectionInput.extend({ name: z.string(), edits: cellEditsSchema }), z.object({})),
  addRows: command('data', connectionInput.extend({ name: z.string(), rows: newRowsSchema }), addedRowsSchema),
  deleteRows: command('data', connectionInput.extend({ name: z.string(), rows: rowsToDeleteSchema }), deletedRowsSchema),
  addColumn: command('data', connectionInput.extend({ name: z.string(), column: newColumnSchema }), addedColumnSchema),
  renameColumn: command('data', connectionInput.extend({ name: z.string(), renaming: columnRenamingSchema }), z.object({})),
  deleteColumn: command('data', connectionInput.extend({ name: z.string(), column: columnToDeleteSchema }), deletedColumnSchema),
  /** Extension: how much of the rows that jobs share is printed. */
  rowSharing: query(connectionInput.extend({ name: z.string() }), rowSharingSchema),
  /** Extension: the next jobs that share the rows print all of them again. `reason` is for the station's event log. Fails with `in-use` while a job shares them. */
  releaseRows: command('data', connectionInput.extend({ name: z.string(), reason: statedReasonSchema }), z.object({})),
  /** `reason` is for the station's event log. */
  remove: command('data', connectionInput.extend({ name: z.string(), reason: statedReasonSchema }), z.object({})),
  rename: renamingCommand('data'),
  /** Extension: stores the table as a new version in the library of the plant. */
  sendToPlant: command('data', connectionInput.extend({ name: z.string() }), proposedVersionSchema),
};

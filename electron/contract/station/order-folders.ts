import { z } from 'zod';
import { orderFilesPageSchema, orderFolderSchema } from '../api-v3/order-folder.ts';
import { documentSchema } from './document.ts';
import { command, query } from './operation.ts';
import { connectionInput } from './operation-input.ts';

const folderInput = connectionInput.extend({ name: z.string() });

/** Extension: the folders that a controller watches for files with orders. */
export const orderFoldersContract = {
  /** All folders with their states; none on a controller without this extension. */
  list: query(connectionInput, z.array(orderFolderSchema)),
  /** Adds a folder or replaces its configuration, which is passed on unchanged: its controller names the fields at fault. */
  put: command('configure', folderInput.extend({ configuration: documentSchema }), z.object({})),
  remove: command('configure', folderInput, z.object({})),
  /** What became of its files, newest first. */
  files: query(folderInput.extend({ limit: z.number().int().min(1).max(500) }), orderFilesPageSchema),
};

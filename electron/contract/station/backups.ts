import { z } from 'zod';
import { backupSchema } from '../api-v3/backup.ts';
import { problemSchema } from '../problem-schema.ts';
import { onConnection } from './on-connection.ts';
import { command, query } from './operation.ts';

export const backupsContract = {
  /** Extension: the backups that a controller keeps, newest first, and what became of the one that this station ordered last. */
  list: query(
    onConnection,
    z.object({
      backups: z.array(backupSchema),
      /** Since when one is being made, milliseconds since the epoch; null = none that this station ordered. */
      makingSince: z.number().nullable(),
      /** Why one that took long could not be made; null once another is ordered. */
      failure: problemSchema.nullable(),
    }),
  ),
  /** Extension: makes a backup. Null: it takes longer than anybody waits, and `list` tells how it ends. Whoever asks meanwhile gets the same one. */
  make: command(onConnection, z.object({ backup: backupSchema.nullable() })),
};

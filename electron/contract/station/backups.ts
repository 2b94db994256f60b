import { z } from 'zod';
import { backupSchema } from '../api-v3/backup.ts';
import { problemSchema } from '../problem-schema.ts';
import { connectionInput } from './operation-input.ts';
import { command, query } from './operation.ts';

export const backupsContract = {
  /** Extension: the backups of a controller, newest first, and the state of this station's last order. */
  list: query(
    connectionInput,
    z.object({
      backups: z.array(backupSchema),
      /** When the running order started, milliseconds since the epoch; null without one. */
      makingSince: z.number().nullable(),
      /** Why an order failed that took longer than its caller waited; null after the next order. */
      failure: problemSchema.nullable(),
    }),
  ),
  /** Extension: makes a backup, or waits for the running order. Null when it takes longer than 10 s: `list` then reports how it ends. */
  make: command('configure', connectionInput, z.object({ backup: backupSchema.nullable() })),
};

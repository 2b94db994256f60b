import { z } from 'zod';
import { recoveryStateSchema } from '../api-v3/backup.ts';
import { onConnection } from './on-connection.ts';
import { command, query } from './operation.ts';

export const recoveryContract = {
  /** Extension: whether the data of a controller were restored and wait for a person. */
  get: query(onConnection, recoveryStateSchema),
  /** Extension: a person has looked, and the controller prints from them. */
  confirm: command(onConnection, z.object({})),
};

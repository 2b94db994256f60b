import { z } from 'zod';
import { recoveryStateSchema } from '../api-v3/backup.ts';
import { connectionInput } from './operation-input.ts';
import { command, query } from './operation.ts';

export const recoveryContract = {
  /** Extension: whether the controller's data were restored from a backup and have to be confirmed. */
  get: query(connectionInput, recoveryStateSchema),
  /** Extension: a person confirms the restored data, and the controller prints again. */
  confirm: command('decide', connectionInput, z.object({})),
};

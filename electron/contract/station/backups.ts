import { z } from 'zod';
import { backupNameSchema, backupSchema } from '../api-v3/backup.ts';
import { problemSchema } from '../problem-schema.ts';
import { connectionInput } from './operation-input.ts';
import { command, query } from './operation.ts';

/**
 * What became of the last order to restore a backup. `preparing`: the controller checks the backup, and prints meanwhile. `restarting`: it has stopped, and takes
 * the data of the backup when its supervisor starts it again. `done`: it answers with these data, which a person has to confirm.
 */
export const restorePhaseSchema = z.enum(['none', 'preparing', 'restarting', 'done', 'failed']);
export type RestorePhase = z.infer<typeof restorePhaseSchema>;

export const restoreStateSchema = z.object({
  phase: restorePhaseSchema,
  /** The backup; null in the phase `none`. */
  name: z.string().nullable(),
  /** When the phase started, milliseconds since the epoch; null in the phase `none`. */
  since: z.number().nullable(),
  /** Why it failed. Nothing has changed then. */
  failure: problemSchema.nullable(),
});
export type RestoreState = z.infer<typeof restoreStateSchema>;

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
  /**
   * Extension: restores a backup. The controller checks it, stops printing, ends, and takes its data when it is started again. Returns after 10 s at the latest;
   * `restoreState` tells how it goes on.
   */
  restore: command('configure', connectionInput.extend({ name: backupNameSchema }), z.object({})),
  /** Extension: what became of this station's last order to restore a backup, also while the controller is not reachable. */
  restoreState: query(connectionInput, restoreStateSchema),
};

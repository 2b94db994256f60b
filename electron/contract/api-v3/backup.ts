import { z } from 'zod';

/** The file name of a backup. */
export const backupNameSchema = z
  .string()
  .max(120)
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]*\.strobe-backup$/,
    'must be letters, digits, dots, dashes and underscores, and end with .strobe-backup',
  );

/** Device names of Windows: a file cannot have such a name there, whatever its extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)\./i;

/** Whether a backup is one of those that the controller makes every day; it removes the oldest of these. */
export function isDailyBackup(name: string): boolean {
  return /^daily-\d{8}T\d{6}Z(?:-\d+)?\.strobe-backup$/i.test(name);
}

/** The name of an uploaded backup: one that every file system accepts and that the controller does not remove by itself. */
export const uploadedBackupNameSchema = backupNameSchema
  .refine((name) => !DEVICE.test(name), {
    error: ({ input }) => `"${String(input)}" is the name of a device on Windows and cannot name a file: choose another name`,
  })
  .refine((name) => !isDailyBackup(name), {
    error: ({ input }) =>
      `"${String(input)}" is the name of a daily backup, which the controller removes automatically: choose another name`,
  });

/** The media type of a backup. */
export const BACKUP_MEDIA_TYPE = 'application/vnd.strobe.backup';

/** A backup stored by the controller (extension). */
export const backupSchema = z.object({
  name: backupNameSchema,
  /** When it was made, ISO 8601, UTC. */
  made: z.string(),
  /** In bytes. */
  size: z.number().int(),
  /** The version of Strobe that made it. */
  version: z.string(),
  /** The permanent id of the controller whose data the backup contains. */
  controller: z.string(),
});
export type Backup = z.infer<typeof backupSchema>;

/**
 * Why the controller prints nothing until its restored or replaced data are confirmed: `backup`: restored from a backup; `older`: the data
 * are older than the last print; `other`: the data belong to another controller; `copied`: the data folder is a copy that lacks the prints
 * made since; `high-water-mark-lost`: the high-water marks of the serial numbers cannot be read.
 */
export const recoveryReasonSchema = z.enum(['backup', 'older', 'other', 'copied', 'high-water-mark-lost']);
export type RecoveryReason = z.infer<typeof recoveryReasonSchema>;

/** A counter's value in the restored data, and the value at which it continues. */
export const movedCounterSchema = z.object({ name: z.string(), from: z.number(), to: z.number() });

/** Restored data that a person has not confirmed yet (extension). */
export const recoverySchema = z.object({
  reason: recoveryReasonSchema,
  /** When the controller detected the restore, ISO 8601, UTC. */
  found: z.string(),
  /** Time of the last print in the data, ISO 8601, UTC; null if it is unknown. */
  dataUntil: z.string().nullable(),
  /**
   * Counters that were advanced past every value that may have been printed. The other counters have printed nothing since, as far as this
   * machine can tell.
   */
  counters: z.array(movedCounterSchema),
  /** How many jobs of the restored data were selected or queued; all of them were ended. */
  endedJobs: z.number().int(),
});
export type Recovery = z.infer<typeof recoverySchema>;

/** The data to confirm before the controller prints; null if there are none. */
export const recoveryStateSchema = z.object({ recovery: recoverySchema.nullable() });

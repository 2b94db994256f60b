import { z } from 'zod';

/** Names of backups. */
export const backupNameSchema = z
  .string()
  .max(120)
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]*\.strobe-backup$/,
    'must be letters, digits, dots, dashes and underscores, and end with .strobe-backup',
  );

/** Devices of Windows: a file of such a name, whatever its ending, is none there. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)\./i;

/** Whether a backup is one of those that the controller makes each day, of which it removes the oldest. */
export function isDailyBackup(name: string): boolean {
  return /^daily-\d{8}T\d{6}Z(?:-\d+)?\.strobe-backup$/i.test(name);
}

/** Names under which a backup may be brought: what every file system can hold, and nobody removes but a person. */
export const broughtBackupNameSchema = backupNameSchema
  .refine((name) => !DEVICE.test(name), {
    error: ({ input }) => `"${String(input)}" is the name of a device on Windows, not of a file: give it another one`,
  })
  .refine((name) => !isDailyBackup(name), {
    error: ({ input }) => `"${String(input)}" is the name of a daily backup, which the controller removes by itself: give it another one`,
  });

/** Bytes of a backup on their way. */
export const BACKUP_MEDIA_TYPE = 'application/vnd.strobe.backup';

/** A backup that the controller keeps (extension). */
export const backupSchema = z.object({
  name: backupNameSchema,
  /** When it was made, ISO 8601, UTC. */
  made: z.string(),
  /** In bytes. */
  size: z.number().int(),
  /** The version of Strobe that made it. */
  version: z.string(),
  /** The lasting identity of the controller whose data it holds. */
  controller: z.string(),
});
export type Backup = z.infer<typeof backupSchema>;

/**
 * Why nothing is printed after data were restored, or put in place by hand: `backup` they came from a backup, `older` they are older than what
 * was printed, `other` they are of another controller, `copied` their folder is a copy, which does not know what was printed since it was made,
 * `marks-lost` how far serials had come cannot be read any more.
 */
export const recoveryReasonSchema = z.enum(['backup', 'older', 'other', 'copied', 'marks-lost']);
export type RecoveryReason = z.infer<typeof recoveryReasonSchema>;

/** Where a counter stood in the restored data, and where it goes on. */
export const movedCounterSchema = z.object({ name: z.string(), from: z.number(), to: z.number() });

/** Data that were restored and that a person has not confirmed yet (extension). */
export const recoverySchema = z.object({
  reason: recoveryReasonSchema,
  /** When it was found, ISO 8601, UTC. */
  found: z.string(),
  /** Up to when the data know what was printed, ISO 8601, UTC; null when nobody can say. */
  dataUntil: z.string().nullable(),
  /** Counters that were set past what may have been printed. Of others nothing was printed since, as far as this machine knows. */
  counters: z.array(movedCounterSchema),
  /** Jobs that were selected or queued in the restored data: they were ended. */
  endedJobs: z.number().int(),
});
export type Recovery = z.infer<typeof recoverySchema>;

/** What the controller prints on: null when there is nothing to confirm. */
export const recoveryStateSchema = z.object({ recovery: recoverySchema.nullable() });

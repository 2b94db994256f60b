import { z } from 'zod';
import { clockStateSchema } from './clock.ts';

/** A stored item that this version cannot use. It remains stored and can be replaced or deleted. */
export const unusableItemSchema = z.object({
  kind: z.enum([
    ...(['font', 'printer', 'label', 'table', 'variable', 'counter', 'shift code', 'job', 'frozen row'] as const),
    ...(['setting', 'pre-flight', 'label comparison', 'key'] as const),
  ]),
  name: z.string(),
  reason: z.string(),
});
export type UnusableItem = z.infer<typeof unusableItemSchema>;

/** Response of `/healthz`. */
export const healthSchema = z.object({
  status: z.enum(['ok', 'safe-mode']),
  /** The controller's permanent id; it survives restarts and differs between controllers. */
  id: z.string(),
  version: z.string(),
  /** IANA name of the time zone of printed dates and of the day boundaries. */
  timeZone: z.string(),
  /** Whether the controller trusts its clock; absent on controllers before 1.0. */
  clock: clockStateSchema.optional(),
  /** Restored data wait for confirmation: see `/recovery`. Absent otherwise. */
  isRestored: z.literal(true).optional(),
  /** The write-ahead log grows because another program has been reading the database for too long. Absent otherwise. */
  isLogStuck: z.literal(true).optional(),
  /** No label can be rendered, so nothing can be printed. Absent otherwise. */
  isDrawingDown: z.literal(true).optional(),
  /** The first 20 stored items that cannot be used. Absent if there are none. */
  unusable: z.array(unusableItemSchema).optional(),
  /** When this process started, ISO 8601: it changes with every restart. Absent on controllers before 1.1. */
  startedAt: z.string().optional(),
  /** Process id, so that a supervisor and a person refer to the same process. */
  pid: z.number().int(),
});
export type Health = z.infer<typeof healthSchema>;

/** Response of `/healthz/live`: the process responds. */
export const livenessSchema = z.object({ status: z.literal('live') });

/** A condition that does not stop printing but needs attention. */
const readinessWarningSchema = z.object({
  code: z.enum([
    'log-stuck',
    'clock-stepped',
    'content-unusable',
    'plant-unreachable',
    'counter-blocked',
    'certificate-not-taken',
    'certificate-not-valid',
    'certificate-expires',
    'text-unauthenticated',
    'network-closed',
  ]),
  detail: z.string(),
});
export type ReadinessWarning = z.infer<typeof readinessWarningSchema>;

/** Response of `/healthz/ready`: whether the controller accepts prints, and if not, why. */
export const readinessSchema = z.object({
  status: z.enum(['ready', 'not-ready']),
  reasons: z.array(
    z.object({
      code: z.enum([
        'safe-mode',
        'disk-full',
        'disk-read-only',
        'files-exhausted',
        'clock-doubtful',
        'drawing-down',
        'recovery-unconfirmed',
        'stopping',
      ]),
      detail: z.string(),
    }),
  ),
  warnings: z.array(readinessWarningSchema),
});
export type Readiness = z.infer<typeof readinessSchema>;

import { z } from 'zod';
import { clockStateSchema } from './clock.ts';

/** Something that is stored and that this version cannot use. It stays stored: it can be replaced or deleted. */
export const unusableItemSchema = z.object({
  kind: z.enum([
    ...(['font', 'printer', 'label', 'table', 'variable', 'counter', 'shift code', 'job', 'frozen row'] as const),
    ...(['setting', 'pre-flight', 'label proof', 'key'] as const),
  ]),
  name: z.string(),
  reason: z.string(),
});
export type UnusableItem = z.infer<typeof unusableItemSchema>;

/** Answer of `/healthz`. */
export const healthSchema = z.object({
  status: z.enum(['ok', 'safe-mode']),
  /** The controller's lasting identity: it stays the same over restarts, and differs between controllers. */
  id: z.string(),
  version: z.string(),
  /** IANA name of the zone in which days begin and dates are printed. */
  timeZone: z.string(),
  /** Whether the clock is to be believed that dates come from; controllers before 1.0 do not say. */
  clock: clockStateSchema.optional(),
  /** Restored data wait for a person: see `/recovery`. Only said while they do. */
  isRestored: z.literal(true).optional(),
  /** The log of the database grows because another program reads it for too long. Only said while it does. */
  isLogStuck: z.literal(true).optional(),
  /** No label can be drawn, so that nothing can be printed. Only said while it is so. */
  isDrawingDown: z.literal(true).optional(),
  /** The first 20 things that are stored and cannot be used. Only said while there are any. */
  unusable: z.array(unusableItemSchema).optional(),
  /** Process identifier, so that a supervisor and a person mean the same process. */
  pid: z.number().int(),
});
export type Health = z.infer<typeof healthSchema>;

/** Answer of `/healthz/live`: the process answers. */
export const livenessSchema = z.object({ status: z.literal('live') });

/** What keeps nothing from being printed, and has to be looked after. */
const readinessWarningSchema = z.object({
  code: z.enum(['log-stuck', 'clock-stepped', 'content-unusable', 'certificate-not-taken', 'certificate-not-valid', 'certificate-expires']),
  detail: z.string(),
});
export type ReadinessWarning = z.infer<typeof readinessWarningSchema>;

/** Answer of `/healthz/ready`: whether prints can be asked for, and why not. */
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

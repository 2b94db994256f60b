import { z } from 'zod';
import { clockStateSchema } from './clock.ts';

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
  /** Process identifier, so that a supervisor and a person mean the same process. */
  pid: z.number().int(),
});
export type Health = z.infer<typeof healthSchema>;

/** Answer of `/healthz/live`: the process answers. */
export const livenessSchema = z.object({ status: z.literal('live') });

/** What keeps nothing from being printed, and has to be looked after. */
const readinessWarningSchema = z.object({
  code: z.enum(['certificate-not-taken', 'certificate-not-valid', 'certificate-expires']),
  detail: z.string(),
});
export type ReadinessWarning = z.infer<typeof readinessWarningSchema>;

/** Answer of `/healthz/ready`: whether prints can be asked for, and why not. */
export const readinessSchema = z.object({
  status: z.enum(['ready', 'not-ready']),
  reasons: z.array(
    z.object({ code: z.enum(['safe-mode', 'disk-full', 'clock-doubtful', 'recovery-unconfirmed', 'stopping']), detail: z.string() }),
  ),
  /** Only said while there are some. */
  warnings: z.array(readinessWarningSchema).optional(),
});
export type Readiness = z.infer<typeof readinessSchema>;

import { z } from 'zod';

/** Answer of `/healthz`. */
export const healthSchema = z.object({
  status: z.enum(['ok', 'safe-mode']),
  /** The controller's lasting identity: it stays the same over restarts, and differs between controllers. */
  id: z.string(),
  version: z.string(),
  /** IANA name of the zone in which days begin and dates are printed. */
  timeZone: z.string(),
  /** Process identifier, so that a supervisor and a person mean the same process. */
  pid: z.number().int(),
});
export type Health = z.infer<typeof healthSchema>;

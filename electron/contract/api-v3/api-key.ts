import { z } from 'zod';
import { nameSchema, newNameSchema } from './name.ts';
import { SCOPES, type Scope } from './scope.ts';

/** What the audit log calls clients of the text protocol that need no key. */
const RESERVED = /^unauthenticated /i;
const MAX_PRINTERS = 1_000;
/** Name of the key of the station that starts the controller. Without it the station could not reach its controller. */
export const STATION_KEY_NAME = 'station of this computer';

/** `valid` from its creation until it expires or is revoked. */
export const API_KEY_STATES = ['valid', 'expired', 'revoked'] as const;
export type ApiKeyState = (typeof API_KEY_STATES)[number];

/** A key that is to be created (extension). */
export const newApiKeySchema = z
  .strictObject({
    /** No other valid key has it. */
    name: newNameSchema.refine((name) => !RESERVED.test(name), 'the audit log uses this name for clients without a key'),
    scopes: z
      .array(z.enum(SCOPES, `must be one of ${SCOPES.join(', ')}`))
      .min(1, `must name some of ${SCOPES.join(', ')}`)
      .transform((given): Scope[] => SCOPES.filter((scope) => given.includes(scope))),
    /** The printers that it may name, which need not exist yet; all printers when left out. */
    printers: z
      .array(nameSchema)
      .min(1, 'must name a printer')
      .max(MAX_PRINTERS, `must have at most ${MAX_PRINTERS} printers`)
      .refine((printers) => new Set(printers).size === printers.length, 'must name each printer once')
      .optional(),
    /** The last day on which it is valid, which ends at midnight UTC. It does not expire when left out. */
    expires: z.iso.date('must be a day such as 2027-01-31').optional(),
  })
  .superRefine(({ scopes, printers }, context) => {
    // An administrator may set the clock of all printers.
    if (printers && scopes.includes('admin'))
      context.addIssue({ code: 'custom', path: ['printers'], message: 'cannot be combined with the scope admin' });
  });

/** A key, without its text. Times are ISO 8601. */
export const apiKeySchema = z.object({
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  /** Absent: all printers. */
  printers: z.array(z.string()).optional(),
  state: z.enum(API_KEY_STATES),
  created: z.string(),
  /** The last day on which it is valid, such as 2027-01-31, which ends at midnight UTC. Absent: it does not expire. */
  expires: z.string().optional(),
  revoked: z.string().optional(),
  /** The minute of its last use; absent if it was never used, or only by a version that did not record it. */
  lastUsed: z.string().optional(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

/** All keys ever created, the oldest first. A name may be used again after its key was revoked. */
export const apiKeyListSchema = z.array(apiKeySchema);
export type ApiKeyList = z.infer<typeof apiKeyListSchema>;

/** The text of a new key, which is not stored and cannot be read again. */
export const createdApiKeySchema = z.object({ key: z.string() });

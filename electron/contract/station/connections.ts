import { z } from 'zod';
import { clockStateSchema } from '../api-v3/clock.ts';
import { unusableItemSchema } from '../api-v3/health.ts';
import { certificateSchema, fingerprintSchema } from './certificates.ts';
import { command, feed, query } from './operation.ts';

/**
 * The states of a connection: connecting (never answered), online (the last check was answered), lost (was online and does not answer), refused (not a
 * controller, another one than before, or a certificate or key problem), off (the embedded controller is switched off).
 */
export const connectionStateSchema = z.enum(['connecting', 'online', 'lost', 'refused', 'off']);
export type ConnectionState = z.infer<typeof connectionStateSchema>;

/** Name of the embedded controller until a person renames it, also in the event log. A page translates it. */
export const OWN_CONTROLLER_NAME = 'This computer';

export const connectionSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Base address of the controller, without `/api/v3`. */
  url: z.string(),
  /** The controller that this station runs itself. */
  embedded: z.boolean(),
  state: connectionStateSchema,
  /** Why it is lost or refused. */
  reason: z.string().nullable(),
  /** What a refusal is about. */
  refusal: z.enum(['certificate', 'key', 'other']).nullable(),
  /** The presented certificate that is not trusted. */
  untrusted: certificateSchema.nullable(),
  /** Fingerprint of the certificate that a person trusts at this address. */
  trusted: fingerprintSchema.nullable(),
  /** The station has an API key for it. */
  hasKey: z.boolean(),
  /** The station has a key that it cannot decrypt any more, because its key file is lost: the key has to be entered again. Present while it is so. */
  isKeyLost: z.literal(true).optional(),
  /** When the controller last answered, milliseconds since the epoch; null = never. */
  lastContact: z.number().nullable(),
  /** The controller runs read-only after repeated crashes. */
  safeMode: z.boolean(),
  /** Null if the controller does not report it; so are `timeZone` and `clock`. */
  version: z.string().nullable(),
  timeZone: z.string().nullable(),
  /** Whether the controller's clock is reliable. */
  clock: clockStateSchema.nullable(),
  /** Its data were restored from a backup, and have to be confirmed before it prints. */
  isRestored: z.boolean(),
  /** The controller's WAL grows because another program keeps a read transaction open. Present while it does. */
  isLogStuck: z.literal(true).optional(),
  /** The controller cannot render labels. Present while it cannot. */
  isDrawingDown: z.literal(true).optional(),
  /** The embedded controller ended because its data folder was moved, deleted or replaced. Present until it answers again. */
  isFolderLost: z.literal(true).optional(),
  /** When the controller's process started, ISO 8601. Present if the controller reports it. */
  startedAt: z.string().optional(),
  /** Stored items that the controller cannot use. Present while there are any. */
  unusable: z.array(unusableItemSchema).optional(),
  /** False for a controller without Strobe's extensions: the page hides what needs them. */
  hasExtensions: z.boolean(),
});
export type Connection = z.infer<typeof connectionSchema>;

export const connectionsEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), connections: z.array(connectionSchema) }),
  z.object({ type: z.literal('changed'), connection: connectionSchema }),
  z.object({ type: z.literal('removed'), id: z.string() }),
]);
export type ConnectionsEvent = z.infer<typeof connectionsEventSchema>;

const urlSchema = z
  .string()
  .trim()
  .max(2_000)
  .refine((text) => /^https?:\/\/[^\s/?#@]+\/?$/i.test(text), 'must be an address such as http://192.168.0.20:7311');

/** API key of a controller. The station never sends it to a page. */
const accessKeySchema = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,500}$/, 'must be an API key: 1 to 500 ASCII characters without spaces');
/** Fingerprint of the certificate that a person has compared, if no known authority has signed it. */
const compared = fingerprintSchema.optional();

export const connectionsContract = {
  watch: feed(z.object({}), connectionsEventSchema),
  add: command(
    'configure',
    z.object({ url: urlSchema, name: z.string().trim().max(255).optional(), key: accessKeySchema.optional(), fingerprint: compared }),
    connectionSchema,
  ),
  rename: command('configure', z.object({ id: z.string(), name: z.string().trim().min(1).max(255) }), z.object({})),
  /** `ids` names every connection in the new order. */
  order: command('configure', z.object({ ids: z.array(z.string()) }), z.object({})),
  /** Stops or starts the embedded controller, also for later starts of the station. Answers when it has ended. */
  switchEmbedded: command('configure', z.object({ on: z.boolean() }), z.object({})),
  remove: command('configure', z.object({ id: z.string() }), z.object({})),
  /** Sets or deletes the key. Fails with `unauthorized` for a key that the controller refuses, and keeps the old one. */
  changeKey: command('configure', z.object({ id: z.string(), key: accessKeySchema.nullable() }), z.object({})),
  /** Trusts the certificate that a person has compared, and no other, at the address of this connection. */
  trust: command('configure', z.object({ id: z.string(), fingerprint: fingerprintSchema }), z.object({})),
  /** Checks whether a controller answers at an address, without adding it. */
  test: query(
    z.object({ url: urlSchema, key: accessKeySchema.optional(), fingerprint: compared }),
    z.object({
      ...{ reachable: z.boolean(), printers: z.array(z.string()), hasExtensions: z.boolean(), reason: z.string().nullable() },
      /** The certificate that a person has to compare and trust first. */
      untrusted: certificateSchema.nullable(),
    }),
  ),
};

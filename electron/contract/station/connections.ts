import { z } from 'zod';
import { clockStateSchema } from '../api-v3/clock.ts';
import { unusableItemSchema } from '../api-v3/health.ts';
import { certificateSchema, fingerprintSchema } from './certificates.ts';
import { command, feed, query } from './operation.ts';

/**
 * A connection's life: connecting (never answered yet), online (its last poll was answered), lost (it was online and does not
 * answer), refused (something answers that is not a controller, another one than before, or one whose certificate or key is not good), off (the controller of this station,
 * which people switched off).
 */
export const connectionStateSchema = z.enum(['connecting', 'online', 'lost', 'refused', 'off']);
export type ConnectionState = z.infer<typeof connectionStateSchema>;

/** What the station calls its own controller, also in its journal, until a person names it; a page says that in its own language. */
export const OWN_CONTROLLER_NAME = 'This computer';

export const connectionSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Base address of the controller, without `/api/v3`. */
  url: z.string(),
  /** The controller that this station started itself. */
  embedded: z.boolean(),
  state: connectionStateSchema,
  /** Why it is lost or refused. */
  reason: z.string().nullable(),
  /** What a person has to put right when it is refused: the certificate is not trusted, the key is not taken, or something else. */
  refusal: z.enum(['certificate', 'key', 'other']).nullable(),
  /** The certificate that is shown and not trusted. */
  untrusted: certificateSchema.nullable(),
  /** Fingerprint of the certificate that a person trusts at this address. */
  trusted: fingerprintSchema.nullable(),
  /** The station has a key for it. */
  hasKey: z.boolean(),
  /** When the controller last answered, milliseconds since the epoch; null = never. */
  lastContact: z.number().nullable(),
  /** The controller runs read only after repeated crashes. */
  safeMode: z.boolean(),
  /** Version of the controller where it says so. */
  version: z.string().nullable(),
  /** The controller's time zone where it says so. */
  timeZone: z.string().nullable(),
  /** How far the controller's clock is to be believed, where it says so. */
  clock: clockStateSchema.nullable(),
  /** Its data were restored, and nothing is printed from them before a person has confirmed them. */
  isRestored: z.boolean(),
  /** The log of the controller's database grows because another program reads it for too long; only said while it does. */
  isLogStuck: z.literal(true).optional(),
  /** The controller can draw no label; only said while it cannot. */
  isDrawingDown: z.literal(true).optional(),
  /** The controller of this station ended because its data folder was moved, deleted or replaced; only said until it answers again. */
  isFolderLost: z.literal(true).optional(),
  /** What its controller has stored and cannot use; only said while there is any. */
  unusable: z.array(unusableItemSchema).optional(),
  /** False for a controller that speaks the specification only: the page hides what needs Strobe's extensions. */
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

/** What the controller asks of others. It goes to the station, and never comes back. */
const accessKeySchema = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,500}$/, 'must be a key as it was shown');
/** Of the certificate that a person has compared, where no known authority vouches for it. */
const compared = fingerprintSchema.optional();

export const connectionsContract = {
  watch: feed(z.object({}), connectionsEventSchema),
  add: command(
    z.object({ url: urlSchema, name: z.string().trim().max(255).optional(), key: accessKeySchema.optional(), fingerprint: compared }),
    connectionSchema,
  ),
  rename: command(z.object({ id: z.string(), name: z.string().trim().min(1).max(255) }), z.object({})),
  /** Every connection, in the order that is wanted. */
  order: command(z.object({ ids: z.array(z.string()) }), z.object({})),
  /** Ends the controller of this station, or starts it again; it stays so over restarts. Answered once it is ended. */
  switchEmbedded: command(z.object({ on: z.boolean() }), z.object({})),
  remove: command(z.object({ id: z.string() }), z.object({})),
  /** Gives a connection another key, or none. One that its controller does not take is refused, and the one before stays. */
  changeKey: command(z.object({ id: z.string(), key: accessKeySchema.nullable() }), z.object({})),
  /** Takes the certificate that a person has compared, and no other, at the address of this connection from now on. */
  trust: command(z.object({ id: z.string(), fingerprint: fingerprintSchema }), z.object({})),
  /** Asks an address whether a controller answers there, without adding it. */
  test: query(
    z.object({ url: urlSchema, key: accessKeySchema.optional(), fingerprint: compared }),
    z.object({
      ...{ reachable: z.boolean(), printers: z.array(z.string()), hasExtensions: z.boolean(), reason: z.string().nullable() },
      /** The certificate that a person has to compare first. */
      untrusted: certificateSchema.nullable(),
    }),
  ),
};

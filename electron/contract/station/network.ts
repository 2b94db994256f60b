import { z } from 'zod';
import { controllerNetworkSchema, networkListenerSchema } from '../api-v3/network.ts';
import { command, feed } from './operation.ts';

/** The port of the page for other computers, unless another one is set. */
export const NETWORK_PAGE_PORT = 7320;

/** Where other computers open the page, and its certificate. */
export const networkPageSchema = networkListenerSchema.extend({
  port: networkListenerSchema.shape.port.default(NETWORK_PAGE_PORT),
});
export type NetworkPage = z.infer<typeof networkPageSchema>;

/** How other computers reach the station's own controller. */
const ownControllerSchema = z.object({
  /** Id of its connection. */
  connection: z.string(),
  /** Null while only this computer reaches it. */
  settings: controllerNetworkSchema.nullable(),
  /** `unknown` while the controller does not answer. */
  state: z.enum(['off', 'starting', 'listening', 'failed', 'unknown']),
  /** Why other computers do not reach it; null otherwise. */
  reason: z.string().nullable(),
  /** Addresses of its HTTP service for other computers. */
  addresses: z.array(z.string()),
  /** Whether programs on this computer need a key too, which `settings.putAccess` sets; null while the controller does not answer. */
  isKeyRequired: z.boolean().nullable(),
  /** SHA-256 of the certificate of the station's own authority, as devices show it; null while the controller does not use it. */
  authorityFingerprint: z.string().nullable(),
});
export type OwnController = z.infer<typeof ownControllerSchema>;

const networkEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('snapshot'),
    /** Null while only this computer may open the page. */
    page: networkPageSchema.nullable(),
    /** The settings are those of the command line for this run, and cannot be changed here. */
    isFixed: z.boolean(),
    state: z.enum(['off', 'starting', 'listening', 'failed']),
    /** Why other computers cannot open the page; null otherwise. */
    reason: z.string().nullable(),
    /** Addresses of the page for other computers. */
    addresses: z.array(z.string()),
    /** SHA-256 of the certificate of the station's own authority, as devices show it; null while it is not used. */
    authorityFingerprint: z.string().nullable(),
    /** With this code the first administrator signs in on another computer; null when people are kept. */
    firstPersonCode: z.string().nullable(),
    /** Null for a station without a controller of its own, or without a data folder. */
    controller: ownControllerSchema.nullable(),
  }),
]);
export type NetworkEvent = z.infer<typeof networkEventSchema>;

/** The page on other computers. */
export const networkContract = {
  watch: feed(z.object({}), networkEventSchema),
  /** Takes effect at once; null closes the page for other computers. Throws `invalid-input` when the settings are those of the command line. */
  putPage: command('people', z.object({ page: networkPageSchema.nullable() }), z.object({})),
  /** Takes effect within seconds, while it prints; null leaves the controller to this computer. Throws `invalid-input` for a station without a controller of its own. */
  putController: command('people', z.object({ settings: controllerNetworkSchema.nullable() }), z.object({})),
};

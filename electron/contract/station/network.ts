import { z } from 'zod';
import { command, feed } from './operation.ts';

/** The port of the page for other computers, unless another one is set. */
export const NETWORK_PAGE_PORT = 7320;

const hostName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z\d]([a-z\d.-]{0,251}[a-z\d])?$/, 'must be a host name, such as line7.example.com');
const file = z.string().trim().min(1, 'must not be empty').max(1_000);

/** Where other computers open the page, and its certificate. */
export const networkPageSchema = z.strictObject({
  /** IP address to listen on: `0.0.0.0` and `::` for all of this computer. */
  host: z.union([z.ipv4(), z.ipv6()], 'must be an IP address, such as 0.0.0.0').default('0.0.0.0'),
  port: z.number().int().min(1).max(65_535).default(NETWORK_PAGE_PORT),
  /** Further names of this computer that people type, in addition to its host name and addresses. */
  names: z.array(hostName).max(20).default([]),
  /** One by the station's own authority, or PEM files on the computer of the station. */
  certificate: z.union([z.literal('own'), z.strictObject({ cert: file, key: file })]).default('own'),
});
export type NetworkPage = z.infer<typeof networkPageSchema>;

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
  }),
]);
export type NetworkEvent = z.infer<typeof networkEventSchema>;

/** The page on other computers. */
export const networkContract = {
  watch: feed(z.object({}), networkEventSchema),
  /** Takes effect at once; null closes the page for other computers. Throws `invalid-input` when the settings are those of the command line. */
  putPage: command('people', z.object({ page: networkPageSchema.nullable() }), z.object({})),
};

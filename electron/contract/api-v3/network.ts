import { z } from 'zod';

/** The port of the controller for other computers, unless another one is set. */
export const NETWORK_CONTROLLER_PORT = 7321;

const hostName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z\d]([a-z\d.-]{0,251}[a-z\d])?$/, 'must be a host name, such as line7.example.com');
const file = z.string().trim().min(1, 'must not be empty').max(1_000);
const port = z.number().int().min(1).max(65_535);
const addressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be an address or range, such as 10.1.2.3 or 10.1.0.0/16');

/** Where a server listens for other computers, and its certificate. */
export const networkListenerSchema = z.strictObject({
  /** IP address to listen on: `0.0.0.0` and `::` for all of this computer. */
  host: z.union([z.ipv4(), z.ipv6()], 'must be an IP address, such as 0.0.0.0').default('0.0.0.0'),
  port,
  /** Further names of this computer that people type, in addition to its host name and addresses. */
  names: z.array(hostName).max(20).default([]),
  /** One by the station's own authority, or PEM files on the computer of the station. */
  certificate: z.union([z.literal('own'), z.strictObject({ cert: file, key: file })]).default('own'),
});
export type NetworkListener = z.infer<typeof networkListenerSchema>;

/** The text protocol without TLS and keys, for devices that can use neither. */
const unauthenticatedTextSchema = z.strictObject({
  port,
  /** Addresses and ranges (CIDR) that may connect. */
  allowed: z.array(addressRange).min(1, 'must name at least one address').max(64),
});

/** How other computers reach the controller, in addition to this one (extension). Each request over the network needs a key. */
export const controllerNetworkSchema = networkListenerSchema.extend({
  port: port.default(NETWORK_CONTROLLER_PORT),
  /** Port of the text protocol over TLS, with keys, at the same address; null = closed. */
  textPort: port.nullable().default(null),
  textUnauthenticated: unauthenticatedTextSchema.nullable().default(null),
});
export type ControllerNetwork = z.infer<typeof controllerNetworkSchema>;

/** Whether other computers reach the controller (extension). */
export const controllerNetworkStateSchema = z.object({
  /** The settings in use; null while the controller listens only where its command line says. */
  settings: controllerNetworkSchema.nullable(),
  state: z.enum(['off', 'listening', 'failed']),
  /** Why other computers do not reach it; null otherwise. It is tried again every few seconds. */
  reason: z.string().nullable(),
});
export type ControllerNetworkState = z.infer<typeof controllerNetworkStateSchema>;

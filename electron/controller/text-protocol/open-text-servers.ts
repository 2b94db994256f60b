import type { SecureContext } from 'node:tls';
import type { ReadinessWarning } from '#contract/api-v3/health.ts';
import type { Controller } from '#controller/controller.ts';
import { TextServer, type TextListener, type TextServerOptions } from './text-server.ts';
import type { TextAccess } from './text-session.ts';

/** Where the text protocol listens. */
export interface TextAddresses {
  /** For programs of this computer, or for other computers over TLS and with keys. */
  text: { host: string; port: number; isLoopback: boolean } | undefined;
  /** For the listed addresses without encryption and keys. */
  textUnauthenticated:
    | { host: string; port: number; allowed: { has: (address: string) => boolean; ranges: readonly string[] } }
    | undefined;
}

export interface OpenTextServersOptions {
  controller: Controller;
  access: TextAccess;
  certificate: { secureContext: () => SecureContext } | undefined;
  log: TextServerOptions['log'];
  resources: AsyncDisposableStack;
  /** Milliseconds in which requests in progress are answered when the servers are closed. */
  patience: number;
  /** Lets a server listen, and explains why a port cannot be used. */
  listen: (server: { listen: (port: number) => Promise<string> }, address: { host: string; port: number }) => Promise<string>;
}

/** Opens the servers of the text protocol, closes them with the resources, and returns a line about each that says where it listens. */
export async function openTextServers({ text, textUnauthenticated }: TextAddresses, options: OpenTextServersOptions): Promise<string[]> {
  const { certificate, log } = options;
  const lines: string[] = [];
  if (text) {
    if (!text.isLoopback && !certificate) throw new Error('the text protocol needs a certificate to listen for other computers');
    const listener: TextListener = !text.isLoopback && certificate ? { admission: 'keys', certificate } : { admission: 'local' };
    lines.push(`text protocol listening on ${await open(listener, text, options)}`);
  }
  if (textUnauthenticated) {
    const { allowed } = textUnauthenticated;
    const url = await open({ admission: 'unauthenticated', allowed }, textUnauthenticated, options);
    log.warn({ url, allowed: allowed.ranges }, 'the text protocol is open without keys and encryption to the addresses of its allow-list');
    lines.push(`unauthenticated text protocol listening on ${url} for ${allowed.ranges.join(', ')}`);
  }
  return lines;
}

/** What `/healthz/ready` says about a listener without keys. */
export function textWarnings({ textUnauthenticated }: TextAddresses): ReadinessWarning[] {
  if (!textUnauthenticated) return [];
  const { ranges } = textUnauthenticated.allowed;
  const detail = `The text protocol is open without a key and without encryption to ${ranges.join(', ')}: everyone who uses such an address can print and change variables.`;
  return [{ code: 'text-unauthenticated', detail }];
}

async function open(
  listener: TextListener,
  address: { host: string; port: number },
  { controller, access, log, resources, patience, listen }: OpenTextServersOptions,
): Promise<string> {
  const server = new TextServer({ controller, access, host: address.host, listener, log });
  const url = await listen(server, address);
  resources.defer(() => server.close(patience));
  return url;
}

import { createServer, type RequestListener, type Server } from 'node:http';
import type { FastifyServerFactory } from 'fastify';
import type { Certificate } from '#tls/certificate.ts';
import { CONNECTION_LIMITS, limitConnections } from './limit-connections.ts';
import { maxConnections, openFilesLimit } from './max-connections.ts';
import { TRACKED_RESPONSES } from './tracked-response.ts';

const SECOND = 1_000;
export const HEADER_BYTES = 16 * 1024;
/** Ends slow and silent clients within 15 s, including a second that Node adds for the network. */
export const ARRIVAL_LIMIT = 13 * SECOND;
const HEADERS_LIMIT = 8 * SECOND;
const INACTIVITY_LIMIT = 120 * SECOND;
/** Checks for late clients so often that those that connected together do not all end in one turn, which would delay others. */
const CHECK_INTERVAL = 50;
/** One of so many parts of the connections. */
const NETWORK_SHARE = 4;
export const HTTP_LIMITS = {
  ...{ maxHeaderSize: HEADER_BYTES, headersTimeout: HEADERS_LIMIT, connectionsCheckingInterval: CHECK_INTERVAL },
  ...TRACKED_RESPONSES,
};

/** Wraps fastify's request listener. */
export type Front = (next: RequestListener) => RequestListener;

/** Creates the server of fastify, which applies its own limits only to servers that it creates itself. */
export function serverFactory(certificate: Certificate | undefined, front: Front): FastifyServerFactory {
  return (handler) => {
    const listener = front(handler);
    const server = certificate
      ? certificate.serve({ ...HTTP_LIMITS, handshakeTimeout: ARRIVAL_LIMIT }, listener)
      : createServer(HTTP_LIMITS, listener);
    limitTimes(server);
    return server;
  };
}

function limitTimes(server: Server): void {
  server.keepAliveTimeout = ARRIVAL_LIMIT;
  server.requestTimeout = 0;
  server.setTimeout(INACTIVITY_LIMIT);
  // Ignores an unknown `Expect` header; Node's own response to it would not be a problem document.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** How many connections the listener of this computer may have; undefined without a limit. */
export function ownConnections(): number | undefined {
  const most = maxConnections(openFilesLimit());
  return most === undefined ? undefined : most - Math.ceil(most / NETWORK_SHARE);
}

/** The listener for other computers gets a fourth of the file descriptors, so that it never takes those of this computer. */
export function limitNetwork(server: Server): void {
  limitTimes(server);
  const most = maxConnections(openFilesLimit());
  limitConnections(server, CONNECTION_LIMITS, most === undefined ? undefined : Math.ceil(most / NETWORK_SHARE));
}

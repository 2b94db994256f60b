import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastifyWebsocket from '@fastify/websocket';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyServerFactory } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import { AUTHORITY_PATH, EVENT_LOG_CSV_PATH, LANGUAGES_PATH, STATION_AUDIT_PATH, SUPPORT_PATH } from '#contract/station/urls.ts';
import { PAGE_HEADERS } from '#http/page/page-headers.ts';
import { servePage } from '#http/page/serve-page-files.ts';
import type { Certificate } from '#tls/certificate.ts';
import type { RpcServer } from '../rpc/rpc-server.ts';
import { webSocketLink } from '../rpc/web-socket-link.ts';
import type { ByteSource } from './byte-source.ts';
import type { PageAccess } from './page-access.ts';
import { pageBytes } from './page-bytes.ts';
import { STORED_FILE_PATHS } from './stored-files.ts';
import { checkCaller, needsSession, PUBLIC, type ListeningAddress } from './request-guard.ts';
import { sessionCookie, sessionSecrets } from '#http/app/session-cookie.ts';
import { serveSession, signInRequired } from './session-routes.ts';

export interface PageServerOptions<Session> {
  station: ByteSource;
  rpc: RpcServer;
  access: PageAccess<Session>;
  /** Folder of the built page. */
  root: string;
  /** 0 = any free port. */
  port: number;
  /** Where other computers reach the page, over TLS. Without it the page is for this computer only. */
  network?: NetworkAddress | undefined;
  /** Logs an unexpected error, and returns the id of the log entry. */
  report: (error: unknown) => string;
}

/** Where other computers reach a page server. */
export interface NetworkAddress {
  /** IP address to listen on. */
  host: string;
  /** Names of this computer, in lower case. */
  names: readonly string[];
  /** Started and stopped by the caller. */
  certificate: Certificate;
}

const LOOPBACK = '127.0.0.1';
/** Addresses below these are no routes of the page. */
const OTHER_PATHS = ['/rpc', '/api/'];
/** A label with its pictures, the label that it replaces, and the envelope. */
const FRAME_LIMIT = 33 * 1024 * 1024;
const HEADERS_OF_STATUS: Readonly<Record<number, Record<string, string>>> = {
  401: { 'www-authenticate': 'Cookie realm="Strobe"' },
  429: { 'retry-after': '1' },
};
const HEADERS_TIME = 15_000;
/** The longest upload of a table. An upload that stops is aborted earlier (`controller-bytes.ts`). */
const REQUEST_TIME = 60 * 60_000;
const HANDSHAKE_TIME = 10_000;
/** Connections of other computers. */
const MAX_CONNECTIONS = 512;

/**
 * The station's HTTP server for browsers: the page, its WebSocket at `/rpc`, files of controllers, the event log and the languages. Without a session it
 * serves the page's own files and the sign-in only. On this computer it listens on loopback, where other accounts can connect too; for other computers a
 * second one listens over TLS.
 */
export class PageServer<Session> {
  readonly #options: PageServerOptions<Session>;
  readonly #server: FastifyInstance;

  constructor(options: PageServerOptions<Session>) {
    this.#options = options;
    this.#server = fastify({
      serverFactory: serverFactory(options.network?.certificate),
      forceCloseConnections: true,
      frameworkErrors: (error, _request, reply) => void this.#fail(error, reply),
    });
  }

  /** Listens, and resolves with the address of the page. Rejects with EADDRINUSE when the port is in use. */
  async start(): Promise<string> {
    const server = this.#server;
    // Before the hook below: this plugin closes the socket of an upgrade that the hook refuses.
    await server.register(fastifyWebsocket, { options: { maxPayload: FRAME_LIMIT, perMessageDeflate: false } });
    const { network } = this.#options;
    const listening = { host: network?.host ?? LOOPBACK, names: network?.names ?? [], isEncrypted: network !== undefined };
    server.addHook('onRequest', async (request, reply) => {
      void reply.headers(PAGE_HEADERS);
      if (network) void reply.header(...ONLY_ENCRYPTED);
      checkCaller(request, listening);
      if (needsSession(request) && this.#options.access.find(sessionSecrets(request.raw)) === undefined) throw signInRequired();
    });
    server.setErrorHandler((error: FastifyError, _request, reply) => this.#fail(error, reply));
    server.setNotFoundHandler((_request, reply) => this.#fail(notFound(), reply));
    await server.register(async (rpc) => {
      rpc.get('/rpc', { websocket: true }, (socket, { raw }) => {
        const { access, rpc: server } = this.#options;
        const session = access.find(sessionSecrets(raw));
        // The session ended between the request and its upgrade.
        if (session === undefined) return socket.close();
        server.attach(webSocketLink(socket), (call) => access.serveFor(session, call));
        // The answer of the sign-out itself is sent first.
        const end = (): void => void setImmediate(() => socket.close());
        socket.once('close', access.onEnd(session, end));
      });
    });
    this.#renewCookies();
    serveSession(server, this.#options.access);
    await server.register(async (bytes) => this.#passBytes(bytes));
    servePage(server, { root: this.#options.root, config: PUBLIC, otherPaths: OTHER_PATHS });
    await server.listen({ host: listening.host, port: this.#options.port });
    return addressOf(listening, server.server.address() as AddressInfo);
  }

  /** Closes all links and requests, and resolves when the port is free. */
  async stop(): Promise<void> {
    for (const socket of this.#server.websocketServer?.clients ?? []) socket.terminate();
    await this.#server.close();
  }

  /** Renews a browser's cookie whenever its page connects. */
  #renewCookies(): void {
    this.#server.websocketServer.on('headers', (headers, request) => {
      const { access } = this.#options;
      const session = access.find(sessionSecrets(request));
      const secret = session && access.renew(session);
      if (secret !== undefined) headers.push(`Set-Cookie: ${sessionCookie(request, { secret, seconds: access.cookieSeconds })}`);
    });
  }

  #passBytes(server: FastifyInstance): void {
    // Bodies are streamed, not parsed.
    server.removeAllContentTypeParsers();
    server.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const folders = [LANGUAGES_PATH, ...STORED_FILE_PATHS].map((path) => `${path}*`);
    for (const url of ['/controllers/*', EVENT_LOG_CSV_PATH, STATION_AUDIT_PATH, SUPPORT_PATH, ...folders]) this.#passBytesAt(url, server);
    // Other devices install it before a person can sign in there, and it is no secret.
    server.get(AUTHORITY_PATH, { config: PUBLIC }, async ({ method, url }, reply) => {
      const request = {
        method,
        url,
        contentType: undefined,
        contentLength: undefined,
        body: undefined,
        signal: closeSignal(reply.request.raw, reply),
      };
      const answer = await pageBytes(this.#options.station, request);
      return reply.code(answer.status).headers(answer.headers).send(answer.body);
    });
  }

  #passBytesAt(url: string, server: FastifyInstance): void {
    server.route({
      method: ['GET', 'PUT'],
      url,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const { raw } = request;
        const { access, station } = this.#options;
        const session = access.find(sessionSecrets(raw));
        if (session === undefined) throw signInRequired();
        const bytes = {
          method: request.method,
          url: request.url,
          contentType: request.headers['content-type'],
          contentLength: request.headers['content-length'],
          body: request.method === 'PUT' ? raw : undefined,
          signal: closeSignal(raw, reply),
        };
        const answer = await access.serveFor(session, () => pageBytes(station, bytes));
        return reply.code(answer.status).headers(answer.headers).send(answer.body);
      },
    });
  }

  #fail(error: Error, reply: FastifyReply): FastifyReply {
    const problem = problemOf(error, this.#options.report).toProblem();
    // Replaces the cache headers of the missing file: browsers must not cache a failure.
    const headers = { ...PAGE_HEADERS, 'cache-control': 'no-store', ...HEADERS_OF_STATUS[problem.status] };
    return reply.code(problem.status).headers(headers).type('application/problem+json').send(problem);
  }
}

/** Browsers use TLS only from now on (RFC 6797). They ignore it on a connection whose certificate they do not trust. */
const ONLY_ENCRYPTED = ['strict-transport-security', 'max-age=31536000'] as const;

/** Fastify applies its limits only to servers that it makes itself. */
function serverFactory(certificate: Certificate | undefined): FastifyServerFactory {
  const limits = { headersTimeout: HEADERS_TIME, requestTimeout: REQUEST_TIME };
  return (handler) => {
    if (!certificate) return createServer(limits, handler);
    const server = certificate.serve({ ...limits, handshakeTimeout: HANDSHAKE_TIME, minVersion: 'TLSv1.2' }, handler);
    server.maxConnections = MAX_CONNECTIONS;
    return server;
  };
}

function addressOf({ host, isEncrypted }: ListeningAddress, { port }: AddressInfo): string {
  return `${isEncrypted ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Aborts when the page closes the connection before the response is complete. */
function closeSignal(raw: IncomingMessage, reply: FastifyReply): AbortSignal {
  const closed = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) closed.abort();
  });
  raw.once('error', () => closed.abort());
  return closed.signal;
}

function notFound(): ProblemError {
  return new ProblemError('not-found', { detail: 'There is no resource at this address.' });
}

function problemOf(error: Error, report: PageServerOptions<unknown>['report']): ProblemError {
  if (error instanceof ProblemError) return error;
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status === 404) return notFound();
  if (status < 500) return new ProblemError('invalid-input', { detail: 'The request is invalid.' }, { cause: error });
  return new ProblemError('internal', { detail: `Internal error of the station. See the log entry ${report(error)}.` }, { cause: error });
}

import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastifyWebsocket from '@fastify/websocket';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import { EVENT_LOG_CSV_PATH, LANGUAGES_PATH } from '#contract/station/urls.ts';
import type { RpcServer } from '../rpc/rpc-server.ts';
import { webSocketLink } from '../rpc/web-socket-link.ts';
import type { ByteSource } from './byte-source.ts';
import type { PageAccess } from './page-access.ts';
import { pageBytes } from './page-bytes.ts';
import { PAGE_HEADERS } from './page-headers.ts';
import { servePage } from './serve-page-files.ts';
import { checkCaller, needsSession } from './request-guard.ts';
import { sessionCookie, sessionSecrets } from './session-cookie.ts';
import { serveSession, signInRequired } from './session-routes.ts';

export interface PageServerOptions {
  station: ByteSource;
  rpc: RpcServer;
  access: PageAccess;
  /** Folder of the built page. */
  root: string;
  /** 0 = any free port. */
  port: number;
  /** Logs an unexpected error, and returns the id of the log entry. */
  report: (error: unknown) => string;
}

const HOST = '127.0.0.1';
/** A label with its pictures, the label that it replaces, and the envelope. */
const FRAME_LIMIT = 33 * 1024 * 1024;
const HEADERS_OF_STATUS: Readonly<Record<number, Record<string, string>>> = {
  401: { 'www-authenticate': 'Cookie realm="Strobe"' },
  429: { 'retry-after': '1' },
};
const HEADERS_TIME = 15_000;
/** The longest upload of a table. An upload that stops is aborted earlier (`controller-bytes.ts`). */
const REQUEST_TIME = 60 * 60_000;

/**
 * The station's HTTP server for browsers, on loopback only: the page, its WebSocket at `/rpc`, files of controllers, the event log and the languages. Without a
 * session it serves the page's own files and the sign-in only, since other accounts of this computer can connect too.
 */
export class PageServer {
  readonly #options: PageServerOptions;
  readonly #server: FastifyInstance;

  constructor(options: PageServerOptions) {
    this.#options = options;
    this.#server = fastify({
      http: { headersTimeout: HEADERS_TIME },
      requestTimeout: REQUEST_TIME,
      forceCloseConnections: true,
      frameworkErrors: (error, _request, reply) => void this.#fail(error, reply),
    });
  }

  /** Listens, and resolves with the address of the page. Rejects with EADDRINUSE when the port is in use. */
  async start(): Promise<string> {
    const server = this.#server;
    // Before the hook below: this plugin closes the socket of an upgrade that the hook refuses.
    await server.register(fastifyWebsocket, { options: { maxPayload: FRAME_LIMIT, perMessageDeflate: false } });
    server.addHook('onRequest', async (request, reply) => {
      void reply.headers(PAGE_HEADERS);
      checkCaller(request);
      if (needsSession(request) && this.#options.access.find(sessionSecrets(request.raw)) === undefined) throw signInRequired();
    });
    server.setErrorHandler((error: FastifyError, _request, reply) => this.#fail(error, reply));
    server.setNotFoundHandler((_request, reply) => this.#fail(notFound(), reply));
    await server.register(async (rpc) => {
      rpc.get('/rpc', { websocket: true }, (socket, { raw }) => {
        const secret = this.#options.access.find(sessionSecrets(raw));
        // The session ended between the request and its upgrade.
        if (secret === undefined) return socket.close();
        this.#options.rpc.attach(webSocketLink(socket), (call) => this.#options.access.serveFor(secret, call));
      });
    });
    this.#renewCookies();
    serveSession(server, this.#options.access);
    await server.register(async (bytes) => this.#passBytes(bytes));
    servePage(server, this.#options.root);
    await server.listen({ host: HOST, port: this.#options.port });
    return `http://${HOST}:${(server.server.address() as AddressInfo).port}`;
  }

  /** Closes all links and requests, and resolves when the port is free. */
  async stop(): Promise<void> {
    for (const socket of this.#server.websocketServer?.clients ?? []) socket.terminate();
    await this.#server.close();
  }

  /** Renews a browser's cookie whenever its page connects. */
  #renewCookies(): void {
    this.#server.websocketServer.on('headers', (headers, request) => {
      const secret = this.#options.access.find(sessionSecrets(request));
      if (secret !== undefined) headers.push(`Set-Cookie: ${sessionCookie(request, secret)}`);
    });
  }

  #passBytes(server: FastifyInstance): void {
    // Bodies are streamed, not parsed.
    server.removeAllContentTypeParsers();
    server.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const url of ['/controllers/*', EVENT_LOG_CSV_PATH, `${LANGUAGES_PATH}*`]) this.#passBytesAt(url, server);
  }

  #passBytesAt(url: string, server: FastifyInstance): void {
    server.route({
      method: ['GET', 'PUT'],
      url,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const { raw } = request;
        const { access, station } = this.#options;
        const secret = access.find(sessionSecrets(raw));
        if (secret === undefined) throw signInRequired();
        const bytes = {
          method: request.method,
          url: request.url,
          contentType: request.headers['content-type'],
          contentLength: request.headers['content-length'],
          body: request.method === 'PUT' ? raw : undefined,
          signal: closeSignal(raw, reply),
        };
        const answer = await access.serveFor(secret, () => pageBytes(station, bytes));
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

function problemOf(error: Error, report: PageServerOptions['report']): ProblemError {
  if (error instanceof ProblemError) return error;
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status === 404) return notFound();
  if (status < 500) return new ProblemError('invalid-input', { detail: 'The request is invalid.' }, { cause: error });
  return new ProblemError('internal', { detail: `Internal error of the station. See the log entry ${report(error)}.` }, { cause: error });
}

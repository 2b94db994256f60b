import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastifyWebsocket from '@fastify/websocket';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import { JOURNAL_CSV_PATH } from '#contract/station/urls.ts';
import type { RpcDoor } from '../rpc/rpc-door.ts';
import { webSocketLink } from '../rpc/web-socket-link.ts';
import type { ByteSource } from './byte-source.ts';
import type { PageAccess } from './page-access.ts';
import { pageBytes } from './page-bytes.ts';
import { PAGE_HEADERS } from './page-headers.ts';
import { servePage } from './page-files.ts';
import { checkCaller, needsSession } from './request-guard.ts';
import { sessionCookie, sessionSecrets } from './session-cookie.ts';
import { serveSession, signInRequired } from './session-routes.ts';

export interface WebDoorOptions {
  station: ByteSource;
  rpc: RpcDoor;
  /** Which browsers are let in. */
  access: PageAccess;
  /** Folder of the built page. */
  root: string;
  /** 0 = any free port. */
  port: number;
  /** Tells the log of a fault in this program and returns the id under which it stands there. */
  report: (error: unknown) => string;
}

const HOST = '127.0.0.1';
/** A label with its pictures, the one whose place it takes, and the envelope around both. */
const FRAME_LIMIT = 33 * 1024 * 1024;
const HEADERS_OF_STATUS: Readonly<Record<number, Record<string, string>>> = {
  401: { 'www-authenticate': 'Cookie realm="Strobe"' },
  429: { 'retry-after': '1' },
};
const HEADERS_TIME = 15_000;
/** The longest upload of a table; what stops coming is cut off long before. */
const REQUEST_TIME = 60 * 60_000;

/**
 * The station's server for browsers, on loopback only: the page, its WebSocket at `/rpc`, the controllers' pictures and tables, and the journal.
 * Only the page's own files and the sign-in answer without a session, so that other programs and accounts of this computer get nothing else.
 */
export class WebDoor {
  readonly #options: WebDoorOptions;
  readonly #server: FastifyInstance;

  constructor(options: WebDoorOptions) {
    this.#options = options;
    this.#server = fastify({
      http: { headersTimeout: HEADERS_TIME },
      requestTimeout: REQUEST_TIME,
      forceCloseConnections: true,
      frameworkErrors: (error, _request, reply) => void this.#fail(error, reply),
    });
  }

  /** Listens, and resolves with the address of the page. Rejects with EADDRINUSE when the port is taken. */
  async start(): Promise<string> {
    const server = this.#server;
    // Before the guard: it is this plugin that closes the socket of an upgrade which the guard refuses.
    await server.register(fastifyWebsocket, { options: { maxPayload: FRAME_LIMIT, perMessageDeflate: false } });
    server.addHook('onRequest', async (request, reply) => {
      void reply.headers(PAGE_HEADERS);
      checkCaller(request);
      if (needsSession(request) && this.#options.access.find(sessionSecrets(request.raw)) === undefined) throw signInRequired();
    });
    server.setErrorHandler((error: FastifyError, _request, reply) => this.#fail(error, reply));
    server.setNotFoundHandler((_request, reply) => this.#fail(nothingHere(), reply));
    await server.register(async (rpc) => {
      rpc.get('/rpc', { websocket: true }, (socket) => this.#options.rpc.attach(webSocketLink(socket)));
    });
    this.#renewCookies();
    serveSession(server, this.#options.access);
    await server.register(async (bytes) => this.#passBytes(bytes));
    servePage(server, this.#options.root);
    await server.listen({ host: HOST, port: this.#options.port });
    return `http://${HOST}:${(server.server.address() as AddressInfo).port}`;
  }

  /** Closes every page's link and every request, and resolves when the port is free. */
  async stop(): Promise<void> {
    for (const socket of this.#server.websocketServer?.clients ?? []) socket.terminate();
    await this.#server.close();
  }

  /** Renews the cookie of a browser each time that its page connects. */
  #renewCookies(): void {
    this.#server.websocketServer.on('headers', (headers, request) => {
      const secret = this.#options.access.find(sessionSecrets(request));
      if (secret !== undefined) headers.push(`Set-Cookie: ${sessionCookie(request, secret)}`);
    });
  }

  #passBytes(server: FastifyInstance): void {
    // Bodies are passed on as they come; nothing is read into memory here.
    server.removeAllContentTypeParsers();
    server.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const url of ['/controllers/*', JOURNAL_CSV_PATH]) this.#passBytesAt(url, server);
  }

  #passBytesAt(url: string, server: FastifyInstance): void {
    server.route({
      method: ['GET', 'PUT'],
      url,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const { raw } = request;
        const answer = await pageBytes(this.#options.station, {
          method: request.method,
          url: request.url,
          contentType: request.headers['content-type'],
          contentLength: request.headers['content-length'],
          body: request.method === 'PUT' ? raw : undefined,
          signal: goneSignal(raw, reply),
        });
        return reply.code(answer.status).headers(answer.headers).send(answer.body);
      },
    });
  }

  #fail(error: Error, reply: FastifyReply): FastifyReply {
    const problem = problemOf(error, this.#options.report).toProblem();
    // Whatever was meant for the file that is not there: no browser keeps a failure.
    const headers = { ...PAGE_HEADERS, 'cache-control': 'no-store', ...HEADERS_OF_STATUS[problem.status] };
    return reply.code(problem.status).headers(headers).type('application/problem+json').send(problem);
  }
}

/** Aborts when the page hangs up before it has its answer. */
function goneSignal(raw: IncomingMessage, reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  raw.once('error', () => gone.abort());
  return gone.signal;
}

function nothingHere(): ProblemError {
  return new ProblemError('not-found', { detail: 'There is nothing at this address.' });
}

function problemOf(error: Error, report: WebDoorOptions['report']): ProblemError {
  if (error instanceof ProblemError) return error;
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status === 404) return nothingHere();
  if (status < 500) return new ProblemError('invalid-input', { detail: 'The request cannot be understood.' }, { cause: error });
  return new ProblemError('internal', { detail: `The log has the cause under ${report(error)}.` }, { cause: error });
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createEncryptedServer, type Server as EncryptedServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** Answers a request and returns true, or leaves it to the default behaviour. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse, controller: FakeController) => boolean;

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

export const STARTED = { state: 'STARTED', ragStatus: 'GREEN', errors: [], ink: [], job: null, queue: 0 };

/**
 * A small HTTP server with the API of a controller. Tests make it send wrong data, answer slowly, redirect or hang.
 * `id` undefined: a controller without Strobe's extensions.
 */
export class FakeController {
  id: string | undefined;
  port = 0;
  behaviour: Behaviour | undefined;
  safeMode = false;
  status: unknown = STARTED;
  counters: unknown = { triggers: 0, triggerBounces: 0, printedLabels: 0 };
  printers: Record<string, unknown> = { 'Line 1': { id: 'Line 1', type: 'Virtual', dpi: 300 } };
  /** Answers by "METHOD path". */
  readonly answers = new Map<string, { status: number; body?: unknown; type?: string; etag?: string }>();
  readonly received: ReceivedRequest[] = [];
  #server: Server | EncryptedServer | undefined;
  #certificate: { cert: string; key: string } | undefined;

  constructor(id?: string) {
    this.id = id;
  }

  get url(): string {
    return `${this.#certificate ? 'https' : 'http'}://127.0.0.1:${this.port}`;
  }

  /** Certificate for TLS: used from the next start on, and for new connections at once if TLS is on already. */
  show(certificate: { cert: string; key: string }): this {
    this.#certificate = certificate;
    if (this.#server && 'setSecureContext' in this.#server) this.#server.setSecureContext(certificate);
    return this;
  }

  /** Listens; another start uses the same port, like a controller that restarts. */
  async start(): Promise<this> {
    const answer = (request: IncomingMessage, response: ServerResponse) => void this.#answer(request, response);
    const server = this.#certificate ? createEncryptedServer(this.#certificate, answer) : createServer(answer);
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
    this.port = (server.address() as AddressInfo).port;
    return this;
  }

  /** Closes all sockets at once, like a process that is killed. */
  async kill(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  count(method: string, path: string): number {
    return this.received.filter((request) => request.method === method && request.url === path).length;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    response.on('error', () => undefined);
    if (this.behaviour?.(request, response, this)) return;
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const { method = '', url = '', headers } = request;
    this.received.push({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') });
    const own = this.answers.get(`${method} ${url}`) ?? this.#ordinary(method, url);
    const text = own.body === undefined ? '' : typeof own.body === 'string' ? own.body : JSON.stringify(own.body);
    response.writeHead(own.status, {
      'content-type': own.type ?? 'application/json',
      ...(own.etag === undefined ? {} : { etag: own.etag }),
    });
    response.end(text);
  }

  #ordinary(method: string, url: string): { status: number; body?: unknown; type?: string; etag?: string } {
    const key = `${method} ${url}`;
    if (key === 'GET /healthz' && this.id !== undefined) {
      const status = this.safeMode ? 'safe-mode' : 'ok';
      return { status: 200, body: { status, id: this.id, version: '1.2.3', timeZone: 'Europe/Berlin', pid: 1 } };
    }
    if (key === 'GET /api/v3/printers') return { status: 200, body: this.printers };
    if (method === 'GET' && /^\/api\/v3\/printers\/[^/]+\/status$/.test(url)) return { status: 200, body: this.status };
    if (method === 'GET' && /^\/api\/v3\/printers\/[^/]+\/printCounters$/.test(url)) return { status: 200, body: this.counters };
    return { status: 404, type: 'application/problem+json', body: { title: 'Not found', status: 404, detail: `There is no ${url}.` } };
  }
}

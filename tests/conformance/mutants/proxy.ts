import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { ProxyResponse, ProxyRequest, Fault } from './mutant.ts';

/** Headers of one connection, which are not forwarded. */
const OF_CONNECTION = ['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'];

/** Forwards requests to a controller and injects a fault. */
export class Proxy {
  readonly #controller: URL;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server: Server;
  /** The current fault. */
  fault: Fault = (asked, forward) => forward(asked);

  constructor(controller: string) {
    this.#controller = new URL(controller);
    this.#server = createServer((incoming, outgoing) => void this.#carry(incoming, outgoing));
  }

  /** Resolves with the address of the proxy. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #carry(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    try {
      const { method = '', url = '' } = incoming;
      const asked: ProxyRequest = { method, url, headers: ownHeaders(incoming), body: await bodyOf(incoming) };
      const { status, headers, body, frames } = await this.fault(asked, (each) => this.#ask(each));
      outgoing.writeHead(status, headers);
      if (frames) {
        outgoing.flushHeaders();
        await pipeline(frames, outgoing);
      } else outgoing.end(status === 204 || status === 304 ? undefined : body);
    } catch (error) {
      // A failing mutant shows as a closed connection.
      outgoing.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  async #ask({ method, url, headers, body }: ProxyRequest): Promise<ProxyResponse> {
    const { hostname, port } = this.#controller;
    const sent = request({ hostname, port, method, path: url, headers: withLength(headers, body), agent: this.#agent });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const answered = { status: response.statusCode ?? 0, headers: ownHeaders(response) };
    const isStream = answered.headers['content-type']?.startsWith('text/event-stream') === true;
    if (isStream) return { ...answered, body: Buffer.alloc(0), frames: framesOf(response) };
    return { ...answered, body: await bodyOf(response) };
  }
}

function withLength(headers: Record<string, string>, body: Buffer): Record<string, string> {
  return body.length === 0 ? headers : { ...headers, 'content-length': String(body.length) };
}

function ownHeaders({ headers }: IncomingMessage): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name));
  return Object.fromEntries(own.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]));
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** The events of a stream; the stream is closed when the consumer stops. */
async function* framesOf(message: IncomingMessage): AsyncGenerator<string> {
  let text = '';
  for await (const piece of message.setEncoding('utf8')) {
    const parts = `${text}${piece as string}`.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) yield `${part}\n\n`;
  }
}

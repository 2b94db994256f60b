import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A message that a receiver has read. */
export interface ReceivedMessage {
  id: string;
  headers: Record<string, string>;
  body: string;
  /** The body as JSON. */
  event: { type: string; number: number; printer?: string; data: Record<string, unknown> };
}

/** Answers a message; by default with 204. */
export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A receiver of webhooks on this machine, whose answers a test decides. */
export class WebhookReceiver {
  readonly messages: ReceivedMessage[] = [];
  /** The answers to the next messages; then `usual`. */
  readonly answers: Answer[] = [];
  usual: Answer = (response) => void response.writeHead(204).end();
  #server: Server | undefined;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}/hook`;
  }

  /** Listens; again on the same port. */
  async start(): Promise<this> {
    this.#server = createServer((request, response) => void this.#read(request, response));
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  /** Ends all connections. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }

  /** The numbers of the events, each once, in the order of their first arrival. */
  numbers(): number[] {
    return [...new Set(this.messages.map(({ event }) => event.number))];
  }

  async #read(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const event = JSON.parse(body) as ReceivedMessage['event'];
    this.messages.push({ id: headers['webhook-id'] ?? '', headers, body, event });
    (this.answers.shift() ?? this.usual)(response, request);
  }
}

/** Throws unless the package of Standard Webhooks accepts the signature with this secret. */
export function verifyMessage({ headers, body }: ReceivedMessage, secret: string): unknown {
  return new Webhook(secret).verify(body, headers);
}

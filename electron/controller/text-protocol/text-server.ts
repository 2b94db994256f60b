import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { ProblemError } from '#contract/problem.ts';
import type { Controller } from '#controller/controller.ts';
import { failureLine } from './response-lines.ts';
import { TextConnection, type TextLimits } from './text-connection.ts';

export interface TextServerOptions {
  controller: Controller;
  /** The address to listen on, as a name or an IP address. */
  host: string;
  log: { error: (about: object, message: string) => void };
  limits?: TextLimits;
}

const LIMITS: TextLimits = { connections: 64, lineBytes: 1024 * 1024, patience: 15_000, idle: 600_000 };

/** The line protocol over TCP, for machine controllers (PLCs) that do not speak HTTP. One line per request and response. */
export class TextServer {
  readonly #options: TextServerOptions;
  readonly #limits: TextLimits;
  readonly #server: Server;
  readonly #connections = new Map<Socket, TextConnection>();

  constructor(options: TextServerOptions) {
    this.#options = options;
    this.#limits = options.limits ?? LIMITS;
    this.#server = createServer({ allowHalfOpen: true }, (socket) => this.#opened(socket));
  }

  /** Listens and returns the URL. Rejects with the system's error when the port is not available. */
  async listen(port: number): Promise<string> {
    this.#server.listen(port, this.#options.host);
    await once(this.#server, 'listening');
    const { address, port: own, family } = this.#server.address() as AddressInfo;
    return `tcp://${family === 'IPv6' ? `[${address}]` : address}:${own}`;
  }

  /** Accepts no more lines, answers those in progress, and closes the remaining connections after `milliseconds`. */
  async close(milliseconds: number): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const connection of this.#connections.values()) connection.finish();
    const cut = setTimeout(() => {
      for (const socket of this.#connections.keys()) socket.destroy();
    }, milliseconds);
    await closed;
    clearTimeout(cut);
  }

  #opened(socket: Socket): void {
    if (this.#connections.size >= this.#limits.connections && !this.#closeUnusedConnection()) {
      socket.on('error', () => socket.destroy());
      socket.end(`${failureLine(tooMany(this.#limits))}\n`, () => socket.destroy());
      return;
    }
    const { controller, log } = this.#options;
    const onUnexpected = (error: unknown) => log.error({ err: error }, 'a request over the text protocol failed unexpectedly');
    const connection = new TextConnection({ controller, socket, limits: this.#limits, onUnexpected });
    this.#connections.set(socket, connection);
    socket.once('close', () => this.#connections.delete(socket));
    void connection.run();
  }

  /** Closes the oldest connection that never sent a line. Returns false when there is none. */
  #closeUnusedConnection(): boolean {
    for (const [socket, { hasSentLine }] of this.#connections) {
      if (hasSentLine) continue;
      this.#connections.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }
}

function tooMany({ connections }: TextLimits): ProblemError {
  return new ProblemError('too-many-requests', { detail: `The text protocol accepts ${connections} connections at a time.` });
}

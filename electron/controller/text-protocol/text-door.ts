import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { ProblemError } from '#contract/problem.ts';
import type { Controller } from '#controller/controller.ts';
import { failureLine } from './answer.ts';
import { TextConnection, type TextLimits } from './text-connection.ts';

export interface TextDoorOptions {
  controller: Controller;
  /** The address to listen on, as a name or an IP address. */
  host: string;
  log: { error: (about: object, message: string) => void };
  limits?: TextLimits;
}

const LIMITS: TextLimits = { connections: 64, lineBytes: 1024 * 1024, patience: 15_000, idle: 600_000 };

/** The service over TCP, one line each way: for controllers of machines that speak no HTTP. */
export class TextDoor {
  readonly #options: TextDoorOptions;
  readonly #limits: TextLimits;
  readonly #server: Server;
  readonly #connections = new Map<Socket, TextConnection>();

  constructor(options: TextDoorOptions) {
    this.#options = options;
    this.#limits = options.limits ?? LIMITS;
    this.#server = createServer({ allowHalfOpen: true }, (socket) => this.#opened(socket));
  }

  /** Listens, and says under which address. Rejects with the system's own error when the port cannot be had. */
  async listen(port: number): Promise<string> {
    this.#server.listen(port, this.#options.host);
    await once(this.#server, 'listening');
    const { address, port: own, family } = this.#server.address() as AddressInfo;
    return `tcp://${family === 'IPv6' ? `[${address}]` : address}:${own}`;
  }

  /** Takes no more lines, answers those under way, and cuts what is not done after `milliseconds`. */
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
    if (this.#connections.size >= this.#limits.connections && !this.#makeRoom()) {
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

  /** Who never asked for anything makes room for who may: the one that has been there for longest. */
  #makeRoom(): boolean {
    for (const [socket, { hasAsked }] of this.#connections) {
      if (hasAsked) continue;
      this.#connections.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }
}

function tooMany({ connections }: TextLimits): ProblemError {
  return new ProblemError('too-many-requests', { detail: `The text protocol takes ${connections} connections at a time.` });
}

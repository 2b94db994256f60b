import { once } from 'node:events';
import { createServer, isIPv6, type AddressInfo, type Server, type Socket } from 'node:net';
import { TLSSocket, type SecureContext } from 'node:tls';
import { ProblemError } from '#contract/problem.ts';
import type { Controller } from '#controller/controller.ts';
import { failureLine } from './response-lines.ts';
import { TextConnection, type TextLimits } from './text-connection.ts';
import { TextSession, type TextAccess } from './text-session.ts';

/** How clients are let in: see `TextAdmission`. */
export type TextListener =
  | { admission: 'local' }
  | { admission: 'keys'; certificate: { secureContext: () => SecureContext } }
  | { admission: 'unauthenticated'; allowed: { has: (address: string) => boolean } };

export interface TextServerOptions {
  controller: Controller;
  access: TextAccess;
  /** The address to listen on, as a name or an IP address. */
  host: string;
  listener: TextListener;
  log: TextLog;
  limits?: TextLimits;
}

interface TextLog {
  warn: (about: object, message: string) => void;
  error: (about: object, message: string) => void;
}

const LIMITS: TextLimits = { connections: 64, connectionsOfClient: 16, lineBytes: 1024 * 1024, patience: 15_000, idle: 600_000 };

/** The line protocol over TCP or TLS, for machine controllers (PLCs) that do not speak HTTP. One line per request and response. */
export class TextServer {
  readonly #options: TextServerOptions;
  readonly #limits: TextLimits;
  readonly #server: Server;
  readonly #connections = new Map<Socket, { connection: TextConnection; address: string }>();

  constructor(options: TextServerOptions) {
    this.#options = options;
    this.#limits = options.limits ?? LIMITS;
    this.#server = createServer({ allowHalfOpen: true }, (socket) => this.#opened(socket));
  }

  /** Listens and returns the URL. Rejects with the system's error when the port is not available. */
  async listen(port: number): Promise<string> {
    this.#server.listen(port, this.#options.host);
    await once(this.#server, 'listening');
    const { address, port: own } = this.#server.address() as AddressInfo;
    const scheme = this.#options.listener.admission === 'keys' ? 'tls' : 'tcp';
    return `${scheme}://${isIPv6(address) ? `[${address}]` : address}:${own}`;
  }

  /** Accepts no more lines, answers those in progress, and closes the remaining connections after `milliseconds`. */
  async close(milliseconds: number): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const { connection } of this.#connections.values()) connection.finish();
    const cut = setTimeout(() => {
      for (const socket of this.#connections.keys()) socket.destroy();
    }, milliseconds);
    await closed;
    clearTimeout(cut);
  }

  #opened(accepted: Socket): void {
    const { listener, log } = this.#options;
    const address = accepted.remoteAddress ?? '';
    accepted.on('error', () => accepted.destroy());
    if (listener.admission === 'unauthenticated' && !listener.allowed.has(address)) {
      log.warn({ address }, 'a connection to the unauthenticated text protocol was refused: its address is not in the allow-list');
      accepted.destroy();
      return;
    }
    if (this.#isFull(address) && !this.#closeUnusedConnection(address)) {
      this.#refuse(accepted);
      return;
    }
    // The handshake is bound by the time in which a client has to send its key.
    const socket =
      listener.admission === 'keys'
        ? new TLSSocket(accepted, { isServer: true, secureContext: listener.certificate.secureContext() })
        : accepted;
    this.#serve(socket, address);
  }

  #serve(socket: Socket, address: string): void {
    const { controller, access, listener, log } = this.#options;
    const onUnexpected = (error: unknown) => log.error({ err: error }, 'a request over the text protocol failed unexpectedly');
    const session = new TextSession({
      ...{ ...access, admission: listener.admission, address, log },
      isKeyRequired: () => controller.settings.isKeyRequired,
    });
    const connection = new TextConnection({ controller, socket, session, limits: this.#limits, onUnexpected });
    this.#connections.set(socket, { connection, address });
    socket.once('close', () => this.#connections.delete(socket));
    void connection.run();
  }

  /** Programs of this computer may have all connections. */
  #isFull(address: string): boolean {
    const { connections, connectionsOfClient } = this.#limits;
    if (this.#connections.size >= connections) return true;
    return this.#options.listener.admission !== 'local' && this.#socketsOf(address).length >= connectionsOfClient;
  }

  #socketsOf(client: string): Socket[] {
    return [...this.#connections].filter(([, { address }]) => address === client).map(([socket]) => socket);
  }

  /** A client that encrypts could read no plain text. */
  #refuse(socket: Socket): void {
    if (this.#options.listener.admission === 'keys') socket.destroy();
    else socket.end(`${failureLine(tooMany(this.#limits))}\n`, () => socket.destroy());
  }

  /** Closes the oldest unused connection, of the same client if that has its share. Returns false when there is none. */
  #closeUnusedConnection(client: string): boolean {
    const isShareUsed = this.#connections.size < this.#limits.connections;
    for (const [socket, { connection, address }] of this.#connections) {
      if (!connection.isUnused || (isShareUsed && address !== client)) continue;
      this.#connections.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }
}

function tooMany({ connections, connectionsOfClient }: TextLimits): ProblemError {
  const detail = `The text protocol accepts ${connections} connections at a time, and ${connectionsOfClient} of one other computer.`;
  return new ProblemError('too-many-requests', { detail });
}

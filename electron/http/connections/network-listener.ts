import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ServerOptions } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { Certificate } from '#tls/certificate.ts';
import type { Guard } from '../app/request-guard.ts';

/** Where a server listens for other computers. */
export interface NetworkAddress {
  /** IP address; `0.0.0.0` and `::` for all of this computer. */
  host: string;
  port: number;
  /** Opened, started and stopped by the caller. */
  certificate: Certificate;
  /** Refuses requests that are not meant for this listener. */
  guard: Guard;
  /** Called with an error of the open listener, as when a connection cannot be accepted. */
  onError: (error: Error) => void;
}

/**
 * A second listener of an HTTP server, over TLS, for other computers. The requests go through the same routes; `guardOf` and `isFrom` tell which ones came
 * through it.
 */
export class NetworkListener {
  readonly #prepare: (server: Server) => void;
  readonly #options: ServerOptions;
  readonly #guards = new WeakMap<Socket, Guard>();
  #handler: RequestListener | undefined;

  /** `prepare` sets the time-outs and limits of a server before it listens. */
  constructor(options: ServerOptions, prepare: (server: Server) => void) {
    this.#options = options;
    this.#prepare = prepare;
  }

  /** Takes the handler of the requests, which the framework makes after its options are read. */
  use(handler: RequestListener): void {
    this.#handler = handler;
  }

  /** The guard of the listener through which the request came; undefined for a request of the first listener. */
  guardOf(socket: Socket): Guard | undefined {
    return this.#guards.get(socket);
  }

  /** Whether a request came from the network. */
  isFrom(socket: Socket): boolean {
    return this.#guards.has(socket);
  }

  /** Listens. Returns a function that closes the listener and, after so many milliseconds, its remaining connections. Rejects with the system's error. */
  async open({ host, port, certificate, guard, onError }: NetworkAddress): Promise<(patience: number) => Promise<void>> {
    if (!this.#handler) throw new Error('the server is not ready');
    const server = certificate.serve(this.#options, this.#handler);
    server.on('secureConnection', (socket: TLSSocket) => void this.#guards.set(socket, guard));
    this.#prepare(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port }, () => {
        server.off('error', reject).on('error', onError);
        resolve();
      });
    });
    return async (patience) => {
      const cut = setTimeout(() => server.closeAllConnections(), patience);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
      clearTimeout(cut);
    };
  }
}

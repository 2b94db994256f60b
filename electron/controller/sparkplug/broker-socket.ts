import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, rootCertificates, type TLSSocket } from 'node:tls';
import type { SparkplugServer } from '#contract/api-v3/sparkplug.ts';

const PORTS: Record<string, number> = { 'mqtt:': 1883, 'mqtts:': 8883 };

/** The server could not be reached, or is not trusted. */
export class ServerFault extends Error {
  /** The fingerprint of its certificate, if that is not trusted. */
  readonly fingerprint: string | undefined;

  constructor(message: string, { fingerprint, cause }: { fingerprint?: string; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'ServerFault';
    this.fingerprint = fingerprint;
  }
}

export interface BrokerTrust {
  server: SparkplugServer;
  /** PEM; empty for the public authorities only. */
  authorities: string;
}

/** A connection to a server, which is trusted if it is TLS. Nothing was sent on it. Rejects with a `ServerFault`, also when the signal aborts. */
export async function openBrokerSocket({ server, authorities }: BrokerTrust, signal: AbortSignal): Promise<Socket> {
  const { protocol, hostname, port } = new URL(server.url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const tcp = connectTcp({ host, port: Number(port || PORTS[protocol.toLowerCase()]) });
  tcp.setNoDelay(true);
  const isSecure = protocol.toLowerCase() === 'mqtts:';
  const ca = authorities === '' ? {} : { ca: [...rootCertificates, authorities] };
  const end = (): void => void tcp.destroy(new Error('it does not answer'));
  signal.addEventListener('abort', end);
  try {
    // A certificate is judged below, before anything is sent, so that the reason can name its fingerprint.
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = isSecure ? connectTls({ socket: tcp, rejectUnauthorized: false, ...name, ...ca }) : tcp;
    if (signal.aborted) end();
    await connected(socket, isSecure ? 'secureConnect' : 'connect');
    if (isSecure) refuseUntrusted(socket as TLSSocket, { host, server });
    return socket;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

function connected(socket: Socket, event: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  socket.once(event, () => resolve(undefined));
  socket.on('error', (cause) => reject(new ServerFault(`It cannot be reached: ${reasonOf(cause)}.`, { cause })));
  socket.once('close', () => reject(new ServerFault('It closed the connection.')));
  return promise;
}

function refuseUntrusted(socket: TLSSocket, { host, server }: { host: string; server: SparkplugServer }): void {
  const presented = socket.getPeerX509Certificate()?.fingerprint256;
  const fault = certificateFault(socket, { presented, host, trusted: server.fingerprint });
  if (fault === undefined) return;
  socket.destroy();
  throw new ServerFault(fault, presented === undefined ? {} : { fingerprint: presented });
}

function certificateFault(
  socket: TLSSocket,
  { presented, host, trusted }: { presented: string | undefined; host: string; trusted: string | undefined },
): string | undefined {
  if (presented === undefined) return 'It presents no certificate.';
  if (trusted !== undefined) {
    return presented === trusted
      ? undefined
      : `It presents another certificate than the trusted one: expected ${trusted}, got ${presented}.`;
  }
  if (socket.authorized) return undefined;
  const { authorizationError } = socket;
  const why = authorizationError instanceof Error ? authorizationError.message : String(authorizationError);
  return `No authority vouches for its certificate for ${host} (${why}). Compare its fingerprint with the server's: ${presented}.`;
}

/** A connection that fails to several addresses of a host has the reasons in its parts. */
function reasonOf(error: Error): string {
  if (error instanceof AggregateError)
    return error.errors.map((one: unknown) => (one instanceof Error ? one.message : String(one))).join(', ');
  return error.message;
}

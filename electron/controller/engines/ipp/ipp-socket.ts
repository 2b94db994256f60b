import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { NotConnectedError } from './ipp-errors.ts';

export interface IppAddress {
  /** As configured; the printer is asked for it. */
  url: string;
  host: string;
  port: number;
  path: string;
  isSecure: boolean;
  /** SHA-256 fingerprint of the certificate that is trusted at this address. */
  fingerprint?: string | undefined;
  /** The header that names user and password; undefined without a password. */
  authorization?: string | undefined;
}

/** Registers the TCP socket as soon as it exists, so that it can be reset at any time: a TLS socket cannot. */
export type OnSocket = (socket: Socket) => void;

/** A connection to the printer, which is trusted if it is TLS. Nothing was sent on it. Rejects with a `NotConnectedError`. */
export async function openSocket(address: IppAddress, onSocket: OnSocket): Promise<Socket> {
  const { host, port, isSecure } = address;
  // A certificate is judged below, before anything is sent, so that the reason can name its fingerprint.
  const tcp = connectTcp({ host, port });
  onSocket(tcp);
  const secure = { socket: tcp, rejectUnauthorized: false, ...(isIP(host) === 0 && { servername: host }) };
  const socket = isSecure ? connectTls(secure) : tcp;
  await connected(socket, isSecure ? 'secureConnect' : 'connect');
  const fault = isSecure ? certificateFault(socket as TLSSocket, address) : undefined;
  if (fault === undefined) return socket;
  socket.destroy();
  throw new NotConnectedError(fault);
}

function connected(socket: Socket, event: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  socket.once(event, () => resolve(undefined));
  socket.once('error', (error) => reject(new NotConnectedError(error.message, error)));
  socket.once('close', () => reject(new NotConnectedError('the connection was closed')));
  return promise;
}

/** Why the printer's certificate is not trusted. */
function certificateFault(socket: TLSSocket, { host, fingerprint }: IppAddress): string | undefined {
  const presented = socket.getPeerX509Certificate()?.fingerprint256;
  if (presented === undefined) return 'it presents no certificate';
  if (presented === fingerprint) return undefined;
  if (fingerprint !== undefined) return `it presents another certificate than the trusted one: expected ${fingerprint}, got ${presented}`;
  if (socket.authorized) return undefined;
  return `no authority vouches for its certificate for ${host} (${reasonOf(socket)}): compare its fingerprint with the printer's and enter it: ${presented}`;
}

/** Node gives the code of the fault, or the fault. */
function reasonOf({ authorizationError }: TLSSocket): string {
  return authorizationError instanceof Error ? authorizationError.message : String(authorizationError);
}

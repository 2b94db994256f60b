import { validateHeaderValue } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectEncrypted } from 'node:tls';
import type { ControllerAccess } from '../connections/controller-client.ts';
import { nameLookups } from '../connections/name-lookups.ts';

/** A controller to which the station opens sockets of its own. */
export interface Endpoint {
  /** Scheme, host and port. */
  url: string;
  access: ControllerAccess;
}

export interface SocketListener {
  /** Requests may be sent: with TLS only after the certificate was verified, as for every other request to a controller. */
  ready: () => void;
  /** Bytes have arrived. They are overwritten afterwards: copy those to keep. */
  read: (bytes: Buffer) => void;
}

/** One buffer for the reads of all plain sockets, which are consumed at once: a new one for each read costs as much as a poll. */
const READ_BUFFER = Buffer.allocUnsafeSlow(64 * 1024);

/** Opens a socket. A failure is emitted as `error`, followed by `close`. */
export function openSocket({ url, access: { pinned } }: Endpoint, { ready, read }: SocketListener): Socket {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const { lookup } = nameLookups;
  if (protocol === 'http:') {
    const callback = (size: number): boolean => {
      read(READ_BUFFER.subarray(0, size));
      return true;
    };
    const onread = { buffer: READ_BUFFER, callback };
    return connect({ host, port: Number(port || 80), lookup, noDelay: true, onread }).once('connect', ready);
  }
  const name = isIP(host) === 0 ? { servername: host } : {};
  const socket = connectEncrypted({
    ...{ host, port: Number(port || 443), lookup, noDelay: true, ALPNProtocols: ['http/1.1'] },
    ...name,
    ...pinned?.options(),
    rejectUnauthorized: true,
  });
  socket.on('data', read);
  return socket.once('secureConnect', () => {
    if (socket.authorized) ready();
    else socket.destroy(socket.authorizationError);
  });
}

/** The bytes of GET requests to one controller, with its key. Throws a `TypeError` for a key that cannot be sent. */
export function getRequests({ url, access: { key } }: Endpoint, accept: string): (path: string) => string {
  if (key !== undefined) validateHeaderValue('authorization', key);
  const authorization = key === undefined ? '' : `Authorization: Bearer ${key}\r\n`;
  const end = ` HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAccept: ${accept}\r\nAccept-Encoding: identity\r\n${authorization}\r\n`;
  return (path) => `GET ${path}${end}`;
}

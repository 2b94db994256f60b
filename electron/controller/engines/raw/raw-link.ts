import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { resetSocket } from '../connection/reset-socket.ts';

export interface LinkEvents {
  onData: (bytes: Uint8Array) => void;
  /** The connection has ended, with the reason. Called at most once, and not after `close`. */
  onEnd: (reason: string) => void;
}

/** A connection to a device. */
export interface RawLink {
  /** The most bytes that can be sent at once. */
  readonly maxSize: number;
  /** Resolves when the bytes are written. A rejection leaves open how many of them were. */
  send(bytes: Uint8Array): Promise<void>;
  close(): void;
  /** As `close`, and what the operating system has not sent yet is dropped. */
  abandon(): void;
}

export interface RawAddress {
  protocol: 'tcp' | 'udp';
  host: string;
  port: number;
}

/** The longest data of a UDP packet. */
const MAX_DATAGRAM = 65_507;
const KEEP_ALIVE = 10_000;

/** Connects to a device. Rejects if that fails, or when the signal aborts. */
export function openLink(address: RawAddress, events: LinkEvents, signal: AbortSignal): Promise<RawLink> {
  return address.protocol === 'tcp' ? openTcp(address, events, signal) : openUdp(address, events, signal);
}

async function openTcp({ host, port }: RawAddress, { onData, onEnd }: LinkEvents, signal: AbortSignal): Promise<RawLink> {
  const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE });
  let fault = 'the device closed the connection';
  socket.on('error', (error) => (fault = error.message));
  try {
    await once(socket, 'connect', { signal });
  } catch (error) {
    socket.destroy();
    throw error;
  }
  const end = (): void => onEnd(fault);
  socket.on('data', onData);
  socket.once('close', end);
  return {
    maxSize: Infinity,
    send: (bytes) => written((done) => socket.write(bytes, done)),
    close: () => {
      socket.off('close', end);
      socket.destroy();
    },
    abandon: () => {
      socket.off('close', end);
      resetSocket(socket);
    },
  };
}

async function openUdp({ host, port }: RawAddress, { onData, onEnd }: LinkEvents, signal: AbortSignal): Promise<RawLink> {
  const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4' });
  // An error after the last listener is of no interest, and must not end the process.
  socket.on('error', () => undefined);
  socket.connect(port, host);
  try {
    await once(socket, 'connect', { signal });
  } catch (error) {
    socket.close();
    throw error;
  }
  let isOpen = true;
  const close = (): void => {
    if (isOpen) socket.close();
    isOpen = false;
  };
  socket.on('message', onData);
  socket.on('error', (error) => {
    if (!isOpen) return;
    close();
    onEnd(error.message);
  });
  return {
    maxSize: MAX_DATAGRAM,
    send: (bytes) => written((done) => socket.send(bytes, done)),
    close,
    abandon: close,
  };
}

function written(write: (done: (error?: Error | null) => void) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  write((error) => (error ? reject(error) : resolve(undefined)));
  return promise;
}

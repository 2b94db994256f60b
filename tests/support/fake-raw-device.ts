import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A device that takes bytes on a port; it is stopped after the test. */
export interface FakeRawDevice {
  port: number;
  /** Everything that it got on all connections. */
  received(): Buffer;
  /** Sends to the controller. */
  say(text: string): void;
  /** Ends its connections. */
  disconnect(): void;
  connections(): number;
}

export async function tcpDevice(): Promise<FakeRawDevice> {
  const sockets = new Set<Socket>();
  const parts: Buffer[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('data', (bytes) => parts.push(bytes));
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const disconnect = (): void => sockets.forEach((socket) => socket.destroy());
  onTestFinished(() => {
    disconnect();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    received: () => Buffer.concat(parts),
    say: (text) => sockets.forEach((socket) => socket.write(text, 'latin1')),
    disconnect,
    connections: () => sockets.size,
  };
}

export async function udpDevice(): Promise<FakeRawDevice> {
  const socket = createSocket('udp4');
  const parts: Buffer[] = [];
  let peer: RemoteInfo | undefined;
  socket.on('message', (bytes, from) => {
    peer = from;
    parts.push(bytes);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return {
    port: socket.address().port,
    received: () => Buffer.concat(parts),
    say: (text) => peer && socket.send(Buffer.from(text, 'latin1'), peer.port, peer.address),
    disconnect: () => undefined,
    connections: () => 0,
  };
}

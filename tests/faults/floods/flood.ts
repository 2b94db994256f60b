import { connect, type Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/** A kind of excessive load. */
export interface Flood {
  path: string;
  connections: number;
  /** Number of requests that each connection sends before it reads a response. */
  pipelined: number;
  reads: 'nothing' | 'slowly' | 'everything';
  /** Number of loopback addresses of the connections. */
  addresses: number;
}

/** Message to the flooding process. */
export interface FloodOrder extends Flood {
  port: number;
  /** Duration in milliseconds. */
  duration: number;
}

const SIP = 1_024;
const SIPS_PER_SECOND = 20;
/** Regular clients use the first address. */
const FIRST_ADDRESS = 2;

function open({ port, path, pipelined, reads, addresses }: FloodOrder, index: number): Socket {
  const localAddress = `127.0.0.${FIRST_ADDRESS + (index % addresses)}`;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  const requests = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`.repeat(pipelined);
  socket.on('error', () => undefined);
  socket.write(requests);
  if (reads === 'everything') {
    // A reading client sends its next request with every chunk.
    socket.on('data', () => {
      if (socket.writable && socket.writableLength === 0) socket.write(requests);
    });
    return socket;
  }
  socket.pause();
  if (reads === 'slowly') {
    const sipping = setInterval(() => socket.read(SIP), 1_000 / SIPS_PER_SECOND);
    socket.once('close', () => clearInterval(sipping));
  }
  return socket;
}

// A real attacker has its own machine, so this process only uses spare CPU time.
setPriority(constants.priority.PRIORITY_LOW);

process.on('message', (order: FloodOrder) => {
  const sockets = Array.from({ length: order.connections }, (_, index) => open(order, index));
  void wait(order.duration).then(() => {
    for (const socket of sockets) socket.resetAndDestroy();
    process.send?.('over');
  });
});

import { connect, type Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/** One way to ask for too much. */
export interface Flood {
  path: string;
  connections: number;
  /** Requests that each connection sends at once, before it is answered. */
  pipelined: number;
  reads: 'nothing' | 'slowly' | 'everything';
  /** From how many loopback addresses the connections come. */
  addresses: number;
}

/** What is sent to the process that floods. */
export interface FloodOrder extends Flood {
  port: number;
  /** How long it lasts, in milliseconds. */
  duration: number;
}

const SIP = 1_024;
const SIPS_PER_SECOND = 20;
/** No connection of the flood comes from the address of those who are to be served meanwhile. */
const FIRST_ADDRESS = 2;

function open({ port, path, pipelined, reads, addresses }: FloodOrder, index: number): Socket {
  const localAddress = `127.0.0.${FIRST_ADDRESS + (index % addresses)}`;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  const requests = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`.repeat(pipelined);
  socket.on('error', () => undefined);
  socket.write(requests);
  if (reads === 'everything') {
    // Whoever reads asks again with every piece that comes.
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

// A real attacker has a machine of its own: what is left of this one's processors is enough.
setPriority(constants.priority.PRIORITY_LOW);

process.on('message', (order: FloodOrder) => {
  const sockets = Array.from({ length: order.connections }, (_, index) => open(order, index));
  void wait(order.duration).then(() => {
    for (const socket of sockets) socket.resetAndDestroy();
    process.send?.('over');
  });
});

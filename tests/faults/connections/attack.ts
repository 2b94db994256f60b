import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** Numbers of clients of each kind. */
export interface Attack {
  port: number;
  /** Connect and never send a byte. */
  halfOpen: number;
  /** Send a byte of their headers every second. */
  slowHeaders: number;
  /** Send complete headers, and a byte of the body every second. */
  slowBody: number;
  /** Request large responses and read them very slowly. */
  slowRead: number;
  /** Path and response size of the slow readers. */
  path: string;
  bytes: number;
  /** Time limit in milliseconds within which all connections must be closed. */
  patience: number;
}

export interface Outcome {
  /** The longest time that a connection stayed open, in milliseconds; for slow readers only that they were closed is known. */
  longest: number;
  /** Connections still open at the time limit. */
  left: string[];
}

/** Number of client addresses, so that no limit for a single address applies. */
const ADDRESSES = 8;
/** Number of connections opened at a time, limited by the backlog of a listening socket. */
const BATCH = 100;
const DRIP = 1_000;
/** Number of pipelined requests; their responses exceed all buffers. */
const PIPELINED = 20;

const attack = workerData as Attack;
const parent = parentPort;
if (!parent) throw new Error('This is the entry of a worker thread.');

interface Held {
  kind: string;
  opened: number;
  closed: number | undefined;
  received: number;
  socket: Socket;
}

let number = 0;

function open(kind: string, begin: (socket: Socket) => void): Promise<Held> {
  const localAddress = `127.0.0.${2 + (number++ % ADDRESSES)}`;
  return new Promise((resolve, reject) => {
    const socket = connect({ port: attack.port, host: '127.0.0.1', localAddress });
    const held: Held = { kind, opened: performance.now(), closed: undefined, received: 0, socket };
    socket.on('error', reject);
    socket.on('close', () => (held.closed ??= performance.now()));
    socket.on('end', () => (held.closed ??= performance.now()));
    socket.on('data', (bytes) => (held.received += bytes.length));
    socket.on('connect', () => {
      begin(socket);
      resolve(held);
    });
  });
}

/** Sends a byte every second until the connection is closed. */
function drip(socket: Socket, text: string): void {
  socket.write(text);
  const timer = setInterval(() => socket.write('x'), DRIP);
  socket.once('close', () => clearInterval(timer));
}

const host = `Host: 127.0.0.1:${attack.port}\r\n`;
const KINDS: [kind: string, count: number, begin: (socket: Socket) => void][] = [
  ['half-open', attack.halfOpen, () => undefined],
  ['slow headers', attack.slowHeaders, (socket) => drip(socket, `GET /api/v3/labels HTTP/1.1\r\n${host}X-Slow: `)],
  [
    'slow body',
    attack.slowBody,
    (socket) =>
      drip(
        socket,
        `PUT /api/v3/variables/Slow HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"value":"`,
      ),
  ],
  [
    'slow read',
    attack.slowRead,
    (socket) => {
      socket.write(`GET ${attack.path} HTTP/1.1\r\n${host}\r\n`.repeat(PIPELINED));
      socket.pause();
      const timer = setInterval(() => socket.read(1_024), DRIP);
      socket.once('close', () => clearInterval(timer));
    },
  ],
];

async function openAll(): Promise<Held[]> {
  const all: Held[] = [];
  const wanted = KINDS.flatMap(([kind, count, begin]) => Array.from({ length: count }, () => ({ kind, begin })));
  for (let from = 0; from < wanted.length; from += BATCH) {
    all.push(...(await Promise.all(wanted.slice(from, from + BATCH).map(({ kind, begin }) => open(kind, begin)))));
  }
  return all;
}

/** Reads the rest: a slow reader sees the end only after the data in its machine's buffers. */
async function readOn(held: Held): Promise<void> {
  held.socket.resume();
  for (let before = -1; held.received !== before && held.closed === undefined;) {
    before = held.received;
    await wait(1_000);
  }
}

const all = await openAll();
parent.postMessage('opened');
const end = Math.max(...all.map(({ opened }) => opened)) + attack.patience;
const isReader = ({ kind }: Held) => kind === 'slow read';
while (performance.now() < end && all.some((held) => !isReader(held) && held.closed === undefined)) await wait(100);
if (attack.slowRead > 0) await wait(Math.max(0, end - performance.now()));
await Promise.all(all.filter(isReader).map(readOn));
const stillOpen = all.filter((held) => held.closed === undefined || (isReader(held) && held.received >= attack.bytes * PIPELINED));
const longest = Math.max(0, ...all.filter((held) => !isReader(held)).map(({ opened, closed = performance.now() }) => closed - opened));
const outcome: Outcome = { longest, left: stillOpen.map(({ kind, received }) => `${kind} (${received} bytes)`) };
for (const { socket } of all) socket.destroy();
parent.postMessage(outcome);

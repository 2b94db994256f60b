import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** How many clients of each kind there are. */
export interface Attack {
  port: number;
  /** Connect and never send a byte. */
  halfOpen: number;
  /** Send a byte of their headers every second. */
  slowHeaders: number;
  /** Send whole headers, and a byte of the body every second. */
  slowBody: number;
  /** Ask for much and read next to nothing of it. */
  slowRead: number;
  /** What is asked for to be read slowly, and how long its answer is. */
  path: string;
  bytes: number;
  /** When all must be closed, in milliseconds after they were opened. */
  patience: number;
}

export interface Outcome {
  /** How long the one that was held longest was held, in milliseconds; slow readers only show that they were cut. */
  longest: number;
  /** What the service still held when its time was up. */
  left: string[];
}

/** Clients come from this many addresses, so that no limit of one address ends them. */
const ADDRESSES = 8;
/** How many are opened at a time: a listening socket has only so much room for those that wait. */
const FLOCK = 100;
const DRIP = 1_000;
/** More of it than any buffer on the way takes. */
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

/** Sends a byte every second until nobody takes it any more. */
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
  for (let from = 0; from < wanted.length; from += FLOCK) {
    all.push(...(await Promise.all(wanted.slice(from, from + FLOCK).map(({ kind, begin }) => open(kind, begin)))));
  }
  return all;
}

/** What a slow reader was sent before it was cut off lies in the buffers of its machine: it sees the end only once it has read that. */
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

import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** The input of the worker. */
export interface ControllersInput {
  /** Controllers that answer each request at once. */
  ordinary: number;
  /** One more controller, the last one, that sends garbage, an endless body, redirects, or a byte a second, in turn. */
  isOneHostile: boolean;
}

const { ordinary, isOneHostile } = workerData as ControllersInput;
const parent = parentPort;
if (!parent) throw new Error('This is the entry of a worker thread.');

const STATUS = '{"state":"STARTED","ragStatus":"GREEN","errors":[],"ink":[],"job":null,"queue":0}';
const COUNTERS = '{"triggers":12,"triggerBounces":0,"printedLabels":12}';
const HEAD_END = '\r\n\r\n';
const answer = (body: string): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nDate: Thu, 26 Nov 2026 12:00:00 GMT\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const ANSWERS = { status: answer(STATUS), counters: answer(COUNTERS) };

/** Answers every request, also several that arrive together. */
function serve(socket: Socket): void {
  let rest = '';
  socket.on('error', () => undefined);
  socket.setNoDelay(true).on('data', (bytes: Buffer) => {
    const requests = (rest + bytes.toString('latin1')).split(HEAD_END);
    rest = requests.pop() ?? '';
    socket.write(requests.map((request) => (request.includes('/status ') ? ANSWERS.status : ANSWERS.counters)).join(''));
  });
}

const ZEROS = Buffer.alloc(64 * 1024, '0');
const HOSTILE: readonly ((socket: Socket) => void)[] = [
  (socket) => void socket.write('\u0000garbage\r\n\r\n'),
  (socket) => {
    const more = (): void => {
      while (!socket.destroyed && socket.write(ZEROS));
    };
    socket.on('drain', more).write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n');
    more();
  },
  (socket) => void socket.write('HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n'),
  (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n');
    const drip = setInterval(() => socket.write('0'), 1_000);
    socket.once('close', () => clearInterval(drip));
  },
];
let turn = 0;
function serveHostile(socket: Socket): void {
  socket.on('error', () => undefined);
  socket.once('data', () => HOSTILE[turn++ % HOSTILE.length]?.(socket));
}

async function listen(onSocket: (socket: Socket) => void): Promise<string> {
  const server = createServer(onSocket);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const kinds = [...Array.from({ length: ordinary }, () => serve), ...(isOneHostile ? [serveHostile] : [])];
parent.postMessage(await Promise.all(kinds.map((kind) => listen(kind))));

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** The input of the worker. */
export interface ClientInput {
  port: number;
  /** Each has its own connection. */
  paths: readonly string[];
  /** Posted in turn; without bodies the paths are read with GET. */
  bodies: readonly string[];
}

/** Entry of a worker thread. Receives how many requests each connection sends one after the other, and replies when all are answered. */
const { port, paths, bodies } = workerData as ClientInput;
const parent = parentPort;
if (!parent) throw new Error('This is the entry of a worker thread.');

const connections = await Promise.all(
  paths.map(async (path) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    return { path, socket };
  }),
);
let next = 0;

function requestFor(path: string): string {
  const host = `Host: 127.0.0.1:${port}\r\n`;
  const body = bodies[(next += 1) % bodies.length];
  if (body === undefined) return `GET ${path} HTTP/1.1\r\n${host}\r\n`;
  const about = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return `POST ${path} HTTP/1.1\r\n${host}${about}\r\n${body}`;
}

async function ask(socket: Socket, path: string): Promise<void> {
  socket.write(requestFor(path));
  let answer = '';
  while (!isWhole(answer)) answer += String((await once(socket, 'data'))[0]);
  if (!answer.startsWith('HTTP/1.1 200 ')) throw new Error(`${path} was answered ${answer}`);
}

function isWhole(answer: string): boolean {
  const head = answer.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = Number(/^content-length: (\d+)/im.exec(answer)?.[1]);
  return answer.length - head - 4 >= length;
}

parent.on('message', (times: number) => {
  const all = connections.map(async ({ socket, path }) => {
    for (let done = 0; done < times; done += 1) await ask(socket, path);
  });
  void Promise.all(all).then(() => parent.postMessage('answered'));
});
parent.postMessage('ready');

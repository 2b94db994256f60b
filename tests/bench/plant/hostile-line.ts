/** A thread that floods a plant from an address of its own while it is told to: `begin` and `end`. It answers when it is ready, and when it has ended. */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** The whole network 127.0.0.0/8 is this machine. */
const ADDRESS = '127.0.0.66';
const GARBAGE = 256 * 1024;
const SLOW_CONNECTIONS = 100;
const PAUSE = 5;

const { url, key } = workerData as { url: string; key: string };
const { hostname, port } = new URL(url);
const sockets = new Set<Socket>();
let isOn = false;

function open(): Socket {
  const socket = connect({ host: hostname, port: Number(port), localAddress: ADDRESS });
  sockets.add(socket);
  // The plant closes connections, which is what it should do.
  socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  return socket;
}

function head(method: string, path: string, more: readonly string[] = []): string {
  return [`${method} /plant/v1/${path} HTTP/1.1`, `Host: ${hostname}:${port}`, `Authorization: Bearer ${key}`, ...more, '', ''].join(
    '\r\n',
  );
}

/** Sends one request after the other, and reads the answers. */
async function repeat(make: () => (string | Buffer)[]): Promise<void> {
  while (isOn) {
    const socket = open();
    socket.resume();
    for (const part of make()) socket.write(part);
    await pause(PAUSE);
    if (sockets.size > SLOW_CONNECTIONS) socket.destroy();
  }
}

/** Batches that begin well, and have garbage in the middle. */
function garbage(): (string | Buffer)[] {
  const body = randomBytes(GARBAGE);
  const more = ['Content-Type: text/csv', `Content-Length: ${body.length}`];
  return [head('POST', 'controllers/hostile/prints', more), body];
}

/** Reports that are no JSON, and keys that are wrong. */
function nonsense(): string[] {
  const body = '{'.repeat(10_000);
  return [
    head('PUT', 'controllers/hostile', ['Content-Type: application/json', `Content-Length: ${body.length}`]) + body,
    head('GET', 'controllers').replace(key, `strobe_${randomBytes(24).toString('hex')}`),
  ];
}

/** A body without an end. */
async function endless(): Promise<void> {
  while (isOn) {
    const socket = open();
    socket.resume();
    socket.write(head('POST', 'controllers/hostile/prints', ['Content-Type: text/csv', 'Transfer-Encoding: chunked']));
    const chunk = Buffer.alloc(65_536, 'x');
    while (isOn && !socket.destroyed) {
      socket.write(Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]));
      await pause(PAUSE);
    }
    await pause(PAUSE);
  }
}

/** Many connections that send one byte a second, and some that never read their answers. */
async function slow(): Promise<void> {
  while (isOn) {
    while (sockets.size < SLOW_CONNECTIONS) {
      const socket = open();
      if (sockets.size % 2 === 0) socket.pause().write(head('GET', 'controllers').repeat(20));
      else socket.write('P');
    }
    for (const socket of sockets) if (!socket.destroyed) socket.write('x');
    await pause(1_000);
  }
}

parentPort?.on('message', (order: 'begin' | 'end') => {
  isOn = order === 'begin';
  if (isOn) {
    void Promise.all([repeat(garbage), repeat(nonsense), endless(), slow()]).then(() => {
      for (const socket of sockets) socket.destroy();
      parentPort?.postMessage('ended');
    });
  }
});
parentPort?.postMessage('ready');

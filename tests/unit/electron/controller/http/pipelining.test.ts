import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limitConnections } from '#http/connections/limit-connections.ts';
import { TRACKED_RESPONSES } from '#http/connections/tracked-response.ts';
import { until } from '#support/until.ts';

const MEBIBYTE = 1024 * 1024;
const LIMITS = { maxPerAddress: 512, patience: 60_000, minBytesPerSecond: 1_000, interval: 1_000 };

let server: Server;
let sockets: Socket[];
let answer: (request: IncomingMessage, response: ServerResponse) => unknown;
beforeEach(() => {
  sockets = [];
  server = createServer(TRACKED_RESPONSES, (request, response) => void answer(request, response));
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  await once(server.close(), 'close');
});

async function listen(limits: Parameters<typeof limitConnections>[1] = LIMITS): Promise<void> {
  limitConnections(server, limits);
  await once(server.listen(0, '127.0.0.1'), 'listening');
}

async function open(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

const get = (path: string) => `GET /${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const gets = (count: number) => Array.from({ length: count }, (_, index) => get(String(index))).join('');

/** The bodies of this many responses, which have one line each. */
async function bodies(socket: Socket, count: number): Promise<string[]> {
  let received = '';
  for await (const piece of socket as AsyncIterable<Buffer>) {
    received += piece.toString('latin1');
    const found = [...received.matchAll(/\r\n\r\n(.*)\n/g)].map(([, body = '']) => body);
    if (found.length >= count) return found;
  }
  return [];
}

describe('requests that are sent before earlier ones are answered', () => {
  it('are started one at a time', async () => {
    let underWay = 0;
    const met: number[] = [];
    answer = ({ url }, response) => {
      met.push((underWay += 1));
      setImmediate(() => {
        underWay -= 1;
        response.end(`${url}\n`);
      });
    };
    await listen();
    const socket = await open();
    socket.write(gets(150));
    expect(await bodies(socket, 150)).toEqual(Array.from({ length: 150 }, (_, index) => `/${index}`));
    expect(Math.max(...met)).toBe(1);
  });

  it('are all answered in order, however many arrive together and however they are split', async () => {
    answer = ({ url }, response) => response.end(`${url}\n`);
    await listen();
    const socket = await open();
    const answered = bodies(socket, 6_000);
    const sent = gets(6_000);
    for (let from = 0; from < sent.length; from += 9_973) socket.write(sent.slice(from, from + 9_973));
    expect(await answered).toEqual(Array.from({ length: 6_000 }, (_, index) => `/${index}`));
  });

  it('keep their bodies, of a known length and in chunks', async () => {
    answer = async (request, response) => response.end(`${request.url} ${(await text(request)).length}\n`);
    await listen();
    const socket = await open();
    const body = 'a\r\n\r\n'.repeat(60_000);
    const known = (path: string) => `POST /${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const chunked = (path: string) =>
      `POST /${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const answered = bodies(socket, 6);
    socket.write(get('a') + known('b') + get('c') + chunked('d') + known('e') + get('f'));
    expect(await answered).toEqual(['/a 0', `/b ${body.length}`, '/c 0', `/d ${body.length}`, `/e ${body.length}`, '/f 0']);
  });

  it('stay with the client when they are many: the socket is paused', async () => {
    const responses: ServerResponse[] = [];
    answer = (_request, response) => responses.push(response);
    await listen();
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const socket = await open();
    const [atServer] = await accepted;
    // A second request that arrives separately, so that the following ones arrive while one is in progress.
    socket.write(get('first') + get('second'));
    await until(
      () => Promise.resolve(responses.length),
      (count) => count === 1,
    );
    socket.write(get('x').repeat(Math.ceil((64 * MEBIBYTE) / get('x').length)));
    await until(
      () => Promise.resolve(atServer.isPaused()),
      (isPaused) => isPaused,
    );
    expect([responses.length, atServer.bytesRead < MEBIBYTE]).toEqual([1, true]);
  });

  it('are parsed one at a time on every connection of an address that has sent some', async () => {
    const responses: ServerResponse[] = [];
    answer = (_request, response) => responses.push(response);
    await listen();
    const [first, second] = [await open(), await open()];
    const parsed: (number | undefined)[] = [];
    const count = (message: unknown) => parsed.push((message as { socket: Socket }).socket.remotePort);
    subscribe('http.server.request.start', count);
    try {
      first.write(get('first') + get('second'));
      await until(
        () => Promise.resolve(responses.length),
        (begun) => begun === 1,
      );
      second.write(gets(500));
      await until(
        () => Promise.resolve(responses.length),
        (begun) => begun === 2,
      );
    } finally {
      unsubscribe('http.server.request.start', count);
    }
    expect(parsed.filter((port) => port === second.localPort)).toHaveLength(1);
  });

  it('are dropped when the connection is closed', async () => {
    const met: string[] = [];
    answer = ({ url = '', socket }, response) => {
      met.push(url);
      response.once('close', () => met.push('closed'));
      socket.destroy();
    };
    await listen();
    const socket = await open();
    socket.write(gets(100));
    await once(socket, 'close');
    expect(met).toEqual(['/0', 'closed']);
  });
});

describe('unread responses of many connections of one client', () => {
  const limits = { ...LIMITS, unread: { bytesPerAddress: 40 * MEBIBYTE, bytes: 400 * MEBIBYTE } };
  const LONG = 16 * MEBIBYTE;

  it('close the slowest connection at their limit', async () => {
    answer = (_request, response) => response.end(Buffer.alloc(LONG));
    await listen(limits);
    const accepted: Socket[] = [];
    server.on('connection', (socket: Socket) => accepted.push(socket));
    for (let count = 0; count < 8; count += 1) (await open()).pause().write(get('x'));
    await until(
      () => Promise.resolve(accepted.filter(({ destroyed }) => destroyed).length),
      (closed) => closed >= 4,
    );
    const waiting = accepted.filter(({ destroyed }) => !destroyed).reduce((sum, { writableLength }) => sum + writableLength, 0);
    expect(waiting).toBeLessThanOrEqual(limits.unread.bytesPerAddress);
    expect(accepted.at(-1)?.destroyed).toBe(false);
  });

  it('do not close the only waiting connection', async () => {
    answer = (_request, response) => response.end(Buffer.alloc(4 * LONG));
    await listen(limits);
    const socket = await open();
    socket.write(get('x'));
    let bytes = 0;
    for await (const piece of socket as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > 4 * LONG) break;
    }
    expect(bytes).toBeGreaterThan(4 * LONG);
  });
});

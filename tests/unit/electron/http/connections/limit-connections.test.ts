import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limitConnections } from '#http/connections/limit-connections.ts';

const LIMITS = { maxPerAddress: 3, patience: 60_000, minBytesPerSecond: 1_000, interval: 5 };
/** More bytes than all buffers on the way hold. */
const LONG = 'x'.repeat(64 * 1024 * 1024);

let server: Server;
let sockets: Socket[];
let answer: (response: ServerResponse) => void;
beforeEach(() => {
  sockets = [];
  answer = (response) => response.end('here');
  server = createServer((_request, response) => answer(response));
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  if (server.listening) await once(server.close(), 'close');
});

async function listen(limits = LIMITS): Promise<void> {
  limitConnections(server, limits);
  await once(server.listen(0, '127.0.0.1'), 'listening');
}

async function open(localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  sockets.push(socket);
  const accepted = once(server, 'connection');
  await once(socket, 'connect');
  await accepted;
  return socket;
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

async function ask(socket: Socket): Promise<string> {
  socket.write(REQUEST);
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  return bytes.toString();
}

describe('the connections of one address', () => {
  it('E11 are limited: the one that was idle longest is closed for a new one', async () => {
    await listen();
    const [first, second, third] = [await open(), await open(), await open()];
    await ask(first);
    const gone = once(second, 'close');
    expect(await ask(await open())).toContain('200 OK');
    await gone;
    expect([first.destroyed, third.destroyed]).toEqual([false, false]);
  });

  it('E11 are not closed for a new one while they are answered', async () => {
    await listen();
    const held: ServerResponse[] = [];
    answer = (response) => held.push(response);
    for (let count = 0; count < 3; count += 1) {
      const asked = once(server, 'request');
      (await open()).write(REQUEST);
      await asked;
    }
    const refused = await open();
    await once(refused, 'close');
    for (const response of held) response.end('late');
    const late = await once(sockets[0]!, 'data');
    expect(String(late[0])).toContain('200 OK');
  });

  it('are counted for each address', async () => {
    await listen();
    const all = [await open(), await open(), await open(), await open('127.0.0.2')];
    expect(await Promise.all(all.map(ask))).toHaveLength(4);
  });

  it('no longer count when they are closed', async () => {
    await listen();
    for (let count = 0; count < 10; count += 1) {
      const socket = await open();
      expect(await ask(socket)).toContain('200 OK');
      socket.destroy();
    }
    const kept = [await open(), await open(), await open()];
    expect(await Promise.all(kept.map(ask))).toHaveLength(3);
  });
});

describe('an unread response', () => {
  it('E11 ends the connection of a client that reads nothing', async () => {
    await listen({ ...LIMITS, patience: 50 });
    answer = (response) => response.end(LONG);
    const ended = new Promise((resolve) => server.once('request', (_request, response: ServerResponse) => response.once('close', resolve)));
    (await open()).pause().write(REQUEST);
    await ended;
  });

  it('E11 ends the connection of a client that reads too slowly, however steadily', async () => {
    await listen({ ...LIMITS, patience: 50, minBytesPerSecond: 1024 * 1024 * 1024 });
    answer = (response) => response.end(LONG);
    const ended = new Promise<boolean>((resolve) => {
      server.once('request', (_request, response: ServerResponse) => response.once('close', () => resolve(response.writableFinished)));
    });
    const socket = (await open()).pause();
    socket.write(REQUEST);
    const sipping = setInterval(() => socket.read(256 * 1_024), 5);
    expect(await ended).toBe(false);
    clearInterval(sipping);
  });

  it('continues for a client that reads', async () => {
    await listen({ ...LIMITS, patience: 10_000 });
    answer = (response) => response.end(LONG);
    const socket = await open();
    socket.write(REQUEST);
    let bytes = 0;
    for await (const piece of socket as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > LONG.length) break;
    }
    expect(bytes).toBeGreaterThan(LONG.length);
  });
});

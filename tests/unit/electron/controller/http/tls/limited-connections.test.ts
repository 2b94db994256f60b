import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limitConnections } from '#http/connections/limit-connections.ts';
import { makeCertificate } from '#support/make-certificate.ts';

const LIMITS = { maxPerAddress: 2, patience: 60_000, minBytesPerSecond: 1_000, interval: 5 };
const LONG = 'x'.repeat(32 * 1024 * 1024);
const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

let server: Server;
let sockets: TLSSocket[];
let answer: (response: ServerResponse) => unknown;
beforeEach(() => {
  sockets = [];
  const { cert, key } = makeCertificate();
  server = createServer({ cert, key }, (_request, response) => void answer(response));
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  await once(server.close(), 'close');
});

async function listen(limits = LIMITS): Promise<void> {
  limitConnections(server, limits);
  await once(server.listen(0, '127.0.0.1'), 'listening');
}

async function open(): Promise<TLSSocket> {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', rejectUnauthorized: false });
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'secureConnect');
  return socket;
}

describe('connections over TLS', () => {
  it('E11 are ended when their client reads nothing', async () => {
    await listen({ ...LIMITS, patience: 50 });
    answer = (response) => response.end(LONG);
    const ended = new Promise((resolve) => server.once('request', (_request, response: ServerResponse) => response.once('close', resolve)));
    (await open()).pause().write(REQUEST);
    await ended;
  });

  it('E11 are not closed for a new one while they are answered', async () => {
    await listen();
    const held: ServerResponse[] = [];
    answer = (response) => held.push(response);
    for (let count = 0; count < 2; count += 1) {
      const asked = once(server, 'request');
      (await open()).write(REQUEST);
      await asked;
    }
    const refused = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', rejectUnauthorized: false });
    sockets.push(refused);
    await new Promise((resolve) => refused.on('error', () => undefined).once('close', resolve));
    for (const response of held) response.end('late');
    const [late] = (await once(sockets[0]!, 'data')) as [Buffer];
    expect(String(late)).toContain('200 OK');
  });

  it('have one request in progress at a time', async () => {
    await listen();
    let [underWay, most] = [0, 0];
    answer = (response) => {
      most = Math.max(most, (underWay += 1));
      setImmediate(() => {
        underWay -= 1;
        response.end('here\n');
      });
    };
    const socket = await open();
    socket.write(REQUEST.repeat(100));
    let received = '';
    for await (const piece of socket as AsyncIterable<Buffer>) {
      received += String(piece);
      if (received.split('here\n').length > 100) break;
    }
    expect(most).toBe(1);
  });
});

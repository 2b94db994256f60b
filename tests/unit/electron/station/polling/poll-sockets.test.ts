import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PollSockets } from '#station/polling/poll-sockets.ts';

const LIMIT = 2_000;
const answer = (body: string, headers = ''): string => `HTTP/1.1 200 OK\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;

let server: Server;
let sockets: PollSockets;
/** The sockets that the server has accepted, in order, and the requests on all of them. */
let accepted: Socket[];
let requests: string[];
let onRequest: (socket: Socket, path: string) => void;
let elapsed: number;

beforeEach(async () => {
  accepted = [];
  requests = [];
  elapsed = 0;
  onRequest = (socket, path) => socket.write(answer(path));
  server = createServer((socket) => {
    accepted.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      requests.push(bytes.toString('latin1'));
      onRequest(socket, /^GET (\S+)/.exec(bytes.toString('latin1'))?.[1] ?? '');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  sockets = open();
});

afterEach(async () => {
  sockets.close();
  for (const socket of accepted) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const open = (key?: string) => new PollSockets({ url: address(), access: { key }, limit: LIMIT });
const get = async (path: string, deadline = LIMIT) => (await sockets.get(path, deadline)).body.toString();
/** Slots of 50 ms from one attempt to the next at a controller whose answers are invalid. */
const SLOTS_BETWEEN = 5;
const tick = (): void => sockets.tick({ elapsed: (elapsed += 50), now: 0 });

describe('polls of one controller', () => {
  it('use one socket, one after the other', async () => {
    for (const path of ['/a', '/b', '/c']) await expect(get(path)).resolves.toBe(path);
    expect(accepted.length).toBe(1);
  });

  it('use two sockets of a controller that answers at once, however many there are', async () => {
    const paths = Array.from({ length: 20 }, (_, number) => `/${number}`);
    await expect(Promise.all(paths.map((path) => get(path)))).resolves.toEqual(paths);
    expect(accepted.length).toBe(2);
  });

  it('get more sockets in each slot while requests wait for a slow controller, up to 32', async () => {
    onRequest = () => undefined;
    const all = Promise.allSettled(Array.from({ length: 50 }, (_, number) => get(`/${number}`)));
    const sizes = [sockets.size];
    for (let slot = 0; slot < 5; slot += 1) {
      tick();
      sizes.push(sockets.size);
    }
    expect(sizes).toEqual([2, 10, 18, 26, 32, 32]);
    sockets.close();
    await all;
  });

  it('send the key, and ask for no compression', async () => {
    sockets = open('secret');
    await get('/a');
    expect(requests).toEqual([
      `GET /a HTTP/1.1\r\nHost: ${new URL(address()).host}\r\nAccept: application/json\r\nAccept-Encoding: identity\r\nAuthorization: Bearer secret\r\n\r\n`,
    ]);
  });

  it('E13 refuse a key that would add a header', () => {
    expect(() => open('secret\r\nx-other: 1')).toThrow(TypeError);
  });

  it('open another socket when the server closes each one', async () => {
    onRequest = (socket, path) => socket.end(answer(path, 'Connection: close\r\n'));
    const paths = ['/a', '/b', '/c', '/d', '/e'];
    await expect(Promise.all(paths.map((path) => get(path)))).resolves.toEqual(paths);
    expect(accepted.length).toBe(5);
  });

  it('are sent again when the server had closed the kept socket', async () => {
    await get('/a');
    onRequest = (socket, path) => (accepted.length === 1 ? socket.destroy() : socket.write(answer(path)));
    await expect(get('/b')).resolves.toBe('/b');
  });

  it('are not sent a third time', async () => {
    await get('/a');
    onRequest = (socket) => socket.destroy();
    await expect(get('/b')).rejects.toThrow('the connection was closed');
    expect(requests.length).toBe(3);
  });

  it('fail when they are closed, also those that wait', async () => {
    onRequest = () => undefined;
    const all = Promise.allSettled(['/a', '/b', '/c'].map((path) => get(path)));
    await expect.poll(() => requests.length).toBe(2);
    sockets.close();
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await expect(get('/d')).rejects.toMatchObject({ slug: 'controller-unreachable' });
    expect(sockets.size).toBe(0);
  });
});

describe('a hostile controller', () => {
  it('D8 that sends one byte a second is given up at the deadline', async () => {
    onRequest = (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1');
    const late = get('/a', 100);
    await expect.poll(() => requests.length).toBe(1);
    tick();
    expect(sockets.size).toBe(1);
    tick();
    await expect(late).rejects.toThrow('no answer within 2 s');
  });

  it('D8 that does not answer makes requests that wait late at their deadline', async () => {
    onRequest = () => undefined;
    const all = Promise.allSettled(Array.from({ length: 100 }, (_, number) => get(`/${number}`, 100)));
    tick();
    tick();
    expect((await all).every(({ status }) => status === 'rejected')).toBe(true);
  });

  it.each([
    ['announces a body that is too large', 'HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\n'],
    ['sends a body that is too large', `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(300_000)}`],
    ['sends garbage', '\u0000garbage'],
    ['sends a second answer', answer('/a') + answer('/b')],
  ])('D7 that %s loses its socket', async (_name, text) => {
    onRequest = (socket) => socket.write(text);
    await expect(get('/a')).rejects.toThrow('the answer is too large or invalid');
    await expect.poll(() => accepted[0]?.destroyed).toBe(true);
    expect(sockets.size).toBe(0);
  });

  it('D7 that answers without a request loses its socket', async () => {
    await get('/a');
    accepted[0]?.write(answer('/forged'));
    await expect.poll(() => sockets.size).toBe(0);
    await expect(get('/b')).resolves.toBe('/b');
  });

  it('D7 gets a new socket four times a second until it gives a valid answer', async () => {
    onRequest = (socket) => socket.write('garbage');
    await expect(get('/a')).rejects.toThrow('invalid');
    const all = Promise.allSettled(Array.from({ length: 4 }, (_, number) => get(`/${number}`)));
    const attempt = (): void => {
      for (let slot = 1; slot < SLOTS_BETWEEN; slot += 1) {
        tick();
        expect(sockets.size).toBe(0);
      }
      tick();
      expect(sockets.size).toBe(1);
    };
    tick();
    expect(sockets.size).toBe(1);
    await expect.poll(() => sockets.size).toBe(0);
    onRequest = (socket, path) => socket.write(answer(path));
    attempt();
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
    expect(accepted.length).toBe(3);
  });
});

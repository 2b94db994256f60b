import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Notice } from '#station/polling/event-frames.ts';
import { EventStream } from '#station/polling/event-stream.ts';

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n';
const FRAME = `data: {"type":"clock:changed","x":"${'x'.repeat(1_000)}"}\n\n`;

let server: Server;
let stream: EventStream;
let peer: Socket;
let request: string;
let notices: Notice[];
let ends: Error[];

beforeEach(async () => {
  [notices, ends] = [[], []];
  server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stream = new EventStream(
    { url, access: { key: 'secret' } },
    { noticed: (notice) => notices.push(notice), ended: (error) => ends.push(error) },
  );
  [peer] = await accepted;
  peer.on('error', () => undefined);
  [request] = ((await once(peer.setEncoding('latin1'), 'data')) as [string])[0].split('\r\n') as [string];
});

afterEach(async () => {
  stream.close();
  peer.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** Many turns of the event loop, in which everything is read that may be. */
async function turns(): Promise<void> {
  for (let count = 0; count < 300; count += 1) await turn();
}

it('asks for the events that concern a status, with keep-alives', () => {
  expect(request).toMatch(/^GET \/api\/v3\/events\?types=printer%3Astate%2Cprinter%3Acondition%2C.*&keepAlive=500 HTTP\/1\.1$/);
});

it('D8 reads about 64 KiB in a slot of a stream that sends more', async () => {
  peer.write(HEAD + FRAME.repeat(5_000));
  await expect.poll(() => notices.length).toBeGreaterThan(0);
  await turns();
  const first = notices.length;
  expect(first * FRAME.length).toBeLessThan(2 * 64 * 1024 + FRAME.length);
  stream.tick();
  await expect.poll(() => notices.length).toBeGreaterThan(first);
  await turns();
  expect((notices.length - first) * FRAME.length).toBeLessThan(2 * 64 * 1024 + FRAME.length);
});

it.each([
  ['is refused', 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n'],
  ['redirects', 'HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Type: text/event-stream\r\n\r\n'],
  ['has another type', `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${FRAME}`],
  ['is garbage', 'garbage'],
])('D7 ends, without an event, when it %s', async (_name, text) => {
  peer.write(text);
  await expect.poll(() => ends.length).toBe(1);
  expect(notices).toEqual([]);
});

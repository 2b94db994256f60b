import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { receivePieces, receiveBody } from '#http/body/receive-body.ts';

const PATIENT = { bytes: 1_000, milliseconds: 10_000, minBytesPerSecond: 1_000 };

let server: Server;
let socket: Socket;
beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
});
afterEach(() => {
  socket.destroy();
  server.close();
});

/** A request whose body starts with the text. */
async function arriving(contentLength: number, text: string): Promise<IncomingMessage> {
  socket.write(`PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: ${contentLength}\r\n\r\n${text}`);
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  return request;
}

const slugOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: { slug?: string }) => error.slug,
  );

describe('receiving a body', () => {
  it('joins its pieces', async () => {
    const request = await arriving(10, 'hello');
    const whole = receiveBody(request, PATIENT);
    socket.write('world');
    expect((await whole).toString()).toBe('helloworld');
  });

  it('accepts an empty one', async () => {
    expect(await receiveBody(await arriving(0, ''), PATIENT)).toHaveLength(0);
  });

  it('refuses one that declares too many bytes before reading it', async () => {
    expect(await slugOf(receiveBody(await arriving(1_001, ''), PATIENT))).toBe('payload-too-large');
  });

  it('E11 gives up on one that does not arrive', async () => {
    expect(await slugOf(receiveBody(await arriving(10, 'hello'), { ...PATIENT, milliseconds: 30 }))).toBe('request-timeout');
  });

  it('E11 gives up on pieces that stop coming', async () => {
    const pieces = receivePieces(await arriving(10, 'hello'), { ...PATIENT, milliseconds: 30 });
    const seen: string[] = [];
    const reading = (async () => {
      for await (const piece of pieces) seen.push(Buffer.from(piece).toString());
    })();
    expect(await slugOf(reading)).toBe('request-timeout');
    expect(seen).toEqual(['hello']);
  });

  it('E11 gives up on pieces that drip', async () => {
    const request = await arriving(1_000, '');
    const dripping = setInterval(() => socket.write('x'), 5);
    const reading = (async () => {
      for await (const piece of receivePieces(request, { ...PATIENT, milliseconds: 50 })) void piece;
    })();
    expect(await slugOf(reading)).toBe('request-timeout');
    clearInterval(dripping);
  });

  it('throws when the sender disconnects', async () => {
    const receiving = receiveBody(await arriving(10, 'hello'), PATIENT);
    socket.destroy();
    expect(await slugOf(receiving)).toBe('invalid-input');
  });

  it('leaves the rest to be drained', async () => {
    const request = await arriving(2_000, 'x'.repeat(1_500));
    expect(await slugOf(receiveBody(request, { ...PATIENT, bytes: 1_000 }))).toBe('payload-too-large');
    request.resume();
    socket.write('x'.repeat(500));
    await once(request, 'end');
    expect(request.complete).toBe(true);
  });
});

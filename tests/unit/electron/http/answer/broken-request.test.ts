import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerBrokenRequest } from '#http/answer/problems.ts';

const SOON = { headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 5 };

let server: Server;
beforeAll(async () => {
  server = createServer(SOON, () => undefined).on('clientError', answerBrokenRequest);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  await once(server.close(), 'close');
});

/** Sends text and returns everything received until the connection ends. */
async function answerTo(sent: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(sent);
  return text(socket);
}

describe('a connection without a request', () => {
  it('E11 is closed without a response when nothing was sent on it', async () => {
    expect(await answerTo('')).toBe('');
  });

  it('E11 gets a problem when its headers do not end in time', async () => {
    const answer = await answerTo('GET / HTTP/1.1\r\nHost:');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('urn:strobe:problem:request-timeout');
  });

  it('E12 gets a problem when it does not send HTTP', async () => {
    const answer = await answerTo('EHLO printer\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('urn:strobe:problem:invalid-input');
  });
});

import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readerConnectionSchema } from '#contract/api-v3/reader.ts';
import { processTimers } from '#controller/platform/timers.ts';
import { ReaderLink } from '#controller/verification/reader-link.ts';
import { until } from '#support/until.ts';

let server: Server;
let device: Socket;
let link: ReaderLink;
let lines: string[];
let states: (string | undefined)[];

beforeEach(async () => {
  [lines, states] = [[], []];
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  link = new ReaderLink({
    connection: readerConnectionSchema.parse({ mode: 'connect', host: '127.0.0.1', port }),
    timers: processTimers,
    monotonicNow: () => performance.now(),
    onLine: (line) => lines.push(line),
    onState: (reason) => states.push(reason),
  });
  link.start();
  [device] = (await once(server, 'connection')) as [Socket];
  device.on('error', () => undefined);
  await until(
    async () => states.length,
    (count) => count === 1,
  );
});
afterEach(async () => {
  link.stop();
  device.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** Sends until the other side ends the connection. */
function sendEndlessly(bytes: Buffer): void {
  const send = () => {
    if (device.destroyed) return;
    if (device.write(bytes)) setImmediate(send);
    else device.once('drain', send);
  };
  send();
}

describe('a hostile reader', () => {
  it('that sends a line without an end is disconnected', async () => {
    sendEndlessly(Buffer.alloc(1_000, 'x'));
    await once(device, 'close');
    expect([lines, states]).toEqual([[], [undefined, expect.stringContaining('a line of more than 8192 bytes came')]]);
  });

  it('that floods is disconnected after the lines of a second', async () => {
    sendEndlessly(Buffer.from('CODE\n'.repeat(1_000)));
    await once(device, 'close');
    expect([lines.length, states]).toEqual([200, [undefined, 'more than 200 lines came in a second']]);
  });

  it('that sends garbage makes lines at most', async () => {
    device.write(Buffer.concat([Buffer.from([0, 255, 254, 10]), Buffer.from('CODE\r')]));
    await until(
      async () => lines.at(-1),
      (line) => line === 'CODE',
    );
    expect(states).toEqual([undefined]);
  });

  it('that sends byte after byte makes whole lines', async () => {
    for (const byte of Buffer.from('SLOW\r\n')) await new Promise((resolve) => device.write(Buffer.of(byte), resolve));
    await until(
      async () => lines.length,
      (count) => count === 1,
    );
    expect(lines).toEqual(['SLOW']);
  });
});

describe('a connection to a reader', () => {
  it('is made again after it was lost', async () => {
    const again = once(server, 'connection');
    device.destroy();
    const [next] = (await again) as [Socket];
    await until(
      async () => states.length,
      (count) => count === 3,
    );
    next.destroy();
    expect([states[0], states[2]]).toEqual([undefined, undefined]);
  });
});

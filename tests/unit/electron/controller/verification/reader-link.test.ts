import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readerConnectionSchema } from '#contract/api-v3/reader.ts';
import { processTimers } from '#controller/platform/timers.ts';
import { ReaderLink } from '#controller/verification/reader-link.ts';
import { freePort } from '#support/free-port.ts';
import { until } from '#support/until.ts';
import { HandClock } from '../engines/hand-clock.ts';

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

  it('that floods with line ends is disconnected after the bytes of a second', async () => {
    sendEndlessly(Buffer.alloc(60_000, '\r\n'));
    await once(device, 'close');
    expect([lines, states]).toEqual([[], [undefined, 'more than 1638400 bytes came in a second']]);
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

describe('a listening connection', () => {
  let port: number;
  let listening: ReaderLink;
  let heard: string[];
  let told: (string | undefined)[];
  let clock: HandClock;

  beforeEach(async () => {
    [heard, told, clock] = [[], [], new HandClock()];
    port = await freePort();
    listening = new ReaderLink({
      connection: readerConnectionSchema.parse({ mode: 'listen', port }),
      timers: clock,
      monotonicNow: () => clock.now,
      onLine: (line) => heard.push(line),
      onState: (reason) => told.push(reason),
    });
    listening.start();
    await lastState(`waiting for the reader on port ${port}`);
  });
  afterEach(() => listening.stop());

  const lastState = (state: string | undefined) =>
    until(
      async () => told.at(-1),
      (last) => last === state,
    );
  const line = (text: string) =>
    until(
      async () => heard.at(-1),
      (last) => last === text,
    );

  /** Connects to the link. Rejects if it is refused. */
  async function reader(): Promise<Socket> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    await lastState(undefined);
    return socket.on('error', () => undefined);
  }

  async function endWithoutLine(): Promise<void> {
    (await reader()).destroy();
    await lastState('the reader closed the connection');
  }

  /** Advances the clock until the port is opened again. */
  async function listensAfter(milliseconds: number): Promise<void> {
    clock.advance(milliseconds - 1);
    await expect(reader()).rejects.toThrow('ECONNREFUSED');
    clock.advance(1);
    await lastState(`waiting for the reader on port ${port}`);
  }

  it('closes the port for growing pauses after connections that ended without a line', async () => {
    for (const pause of [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]) {
      await endWithoutLine();
      await listensAfter(pause);
    }
    const back = await reader();
    back.write('BACK\n');
    await line('BACK');
    back.destroy();
  });

  it('takes a reader that has sent a line again at once', async () => {
    const first = await reader();
    first.write('ONE\n');
    await line('ONE');
    first.destroy();
    await lastState(`the reader closed the connection; waiting for the reader on port ${port}`);
    const second = await reader();
    second.write('TWO\n');
    await line('TWO');
    second.destroy();
  });

  it('closes the port for five seconds after a flood', async () => {
    const hostile = await reader();
    hostile.write('CODE\n'.repeat(201));
    await lastState('more than 200 lines came in a second');
    await listensAfter(5_000);
    expect(heard).toHaveLength(200);
  });
});

import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConnectionLostError, NoAnswerError, NotSentError } from '#controller/engines/connection/connection-errors.ts';
import { DeviceConnection, type Question } from '#controller/engines/connection/device-connection.ts';
import { FrameLog } from '#controller/engines/frame-log.ts';
import { HandClock } from '../hand-clock.ts';
import { untilHolds } from '#support/until-holds.ts';

/** Messages are lines. */
const frameLine = (received: Buffer) => {
  const end = received.indexOf('\n');
  return end < 0 ? undefined : { length: end + 1, message: received.toString('latin1', 0, end) };
};

function question(text: string, more: Partial<Question<string, string>> = {}): Question<string, string> {
  return { bytes: Buffer.from(`${text}\n`), read: (line) => (line.startsWith(text) ? line : undefined), ...more };
}

class RecordingClock extends HandClock {
  readonly delays: number[] = [];

  override setTimeout(act: () => void, delay: number): object {
    this.delays.push(delay);
    return super.setTimeout(act, delay);
  }
}

describe('a connection to a device', () => {
  let server: Server;
  let sockets: Socket[];
  let received: string;
  let clock: RecordingClock;
  let frames: FrameLog;
  let facts: string[];
  let unsolicited: string[];
  let connection: DeviceConnection<string>;

  beforeEach(async () => {
    sockets = [];
    received = '';
    facts = [];
    unsolicited = [];
    clock = new RecordingClock();
    frames = new FrameLog(() => clock.now);
    server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => (received += bytes.toString()));
    });
    await listen(0);
    connection = new DeviceConnection({
      host: '127.0.0.1',
      port: port(),
      framing: frameLine,
      timers: clock,
      frames,
      onOpen: () => facts.push('open'),
      onClosed: () => facts.push('closed'),
      takeUnsolicited: (line) => line.startsWith('!') && unsolicited.push(line) > 0,
    });
  });
  afterEach(async () => {
    connection.stop();
    await close();
  });

  const port = () => (server.address() as AddressInfo).port;
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const close = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  };
  const opened = async (times = 1) => {
    await untilHolds(() => expect(facts.filter((fact) => fact === 'open')).toHaveLength(times));
    await untilHolds(() => expect(sockets).toHaveLength(times));
  };
  const asked = (text: string) => untilHolds(() => expect(received).toBe(text));
  const failure = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('asks one question at a time, in their order', async () => {
    connection.start();
    await opened();
    const answers = Promise.all([connection.ask(question('one')), connection.ask(question('two'))]);
    await asked('one\n');
    sockets[0]!.write('one is 1\n');
    await asked('one\ntwo\n');
    sockets[0]!.write('two is 2\n');
    await expect(answers).resolves.toEqual(['one is 1', 'two is 2']);
  });

  it('takes out what the device sends without a question, and drops what answers nothing', async () => {
    connection.start();
    await opened();
    const answer = connection.ask(question('one'));
    await asked('one\n');
    sockets[0]!.write('noise\n!done\none is 1\n');
    await expect(answer).resolves.toBe('one is 1');
    expect(unsolicited).toEqual(['!done']);
  });

  it('D3 closes the connection when no answer comes, so that a late one satisfies no other question', async () => {
    connection.start();
    await opened();
    const [first, second] = [failure(connection.ask(question('one'))), failure(connection.ask(question('one')))];
    await asked('one\n');
    clock.advance(2_000);
    sockets[0]!.write('one is late\n');
    expect(await first).toBeInstanceOf(NoAnswerError);
    expect(await second).toBeInstanceOf(NotSentError);
    clock.advance(250);
    await opened(2);
    expect(facts).toEqual(['open', 'closed', 'open']);
  });

  it('D2 resets a lost connection, so that nothing that was sent arrives later', async () => {
    const ends: string[] = [];
    connection.start();
    await opened();
    sockets[0]!.on('end', () => ends.push('end')).on('error', ({ message }) => ends.push(message));
    const answer = failure(connection.ask(question('one')));
    await asked('one\n');
    clock.advance(2_000);
    await answer;
    await untilHolds(() => expect(ends).toEqual(['read ECONNRESET']));
  });

  it('stays open when a question may be ignored', async () => {
    connection.start();
    await opened();
    const first = failure(connection.ask(question('one', { limit: 500, mayBeIgnored: true })));
    await asked('one\n');
    clock.advance(500);
    expect(await first).toBeInstanceOf(NoAnswerError);
    const second = connection.ask(question('two'));
    await asked('one\ntwo\n');
    sockets[0]!.write('one is late\ntwo is 2\n');
    await expect(second).resolves.toBe('two is 2');
  });

  it('D1 tells whether a question was sent when the connection is lost', async () => {
    connection.start();
    await opened();
    const [first, second] = [failure(connection.ask(question('one'))), failure(connection.ask(question('two')))];
    await asked('one\n');
    sockets[0]!.destroy();
    expect(await first).toBeInstanceOf(ConnectionLostError);
    expect(await second).toBeInstanceOf(NotSentError);
    expect(await failure(connection.write(Buffer.from('x')))).toBeInstanceOf(NotSentError);
  });

  it('connects again after growing pauses, up to five seconds', async () => {
    await close();
    connection.start();
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 7; attempt++) {
      await untilHolds(() => expect(facts).toHaveLength(attempt));
      const pause = clock.delays.at(-1) ?? 0;
      pauses.push(pause);
      clock.advance(pause);
    }
    expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
  });

  it('D8 ends a connection that sends without end', async () => {
    connection.start();
    await opened();
    sockets[0]!.write('x'.repeat(70_000));
    await untilHolds(() => expect(facts).toEqual(['open', 'closed']));
  });

  it('keeps every byte for the page while recording is on', async () => {
    frames.record(true);
    connection.start();
    await opened();
    const answer = connection.ask(question('one'));
    await asked('one\n');
    sockets[0]!.write('one is 1\n');
    await answer;
    await connection.write(Buffer.from('picture'));
    const texts = frames.list().map(({ direction, bytes }) => `${direction} ${Buffer.from(bytes).toString()}`);
    expect(texts).toEqual(['sent one\n', 'received one is 1\n', 'sent picture']);
  });

  it('ends everything when it is stopped', async () => {
    connection.start();
    await opened();
    const answer = failure(connection.ask(question('one')));
    connection.stop();
    expect(await answer).toBeInstanceOf(ConnectionLostError);
    await untilHolds(() => expect(sockets[0]!.destroyed || sockets[0]!.readableEnded).toBe(true));
    expect({ pending: clock.pending, facts }).toEqual({ pending: 0, facts: ['open'] });
  });
});

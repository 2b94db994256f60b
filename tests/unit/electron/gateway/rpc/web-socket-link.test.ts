import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { webSocketLink } from '#gateway/rpc/web-socket-link.ts';

class FakeSocket extends EventEmitter {
  bufferedAmount = 0;
  pings = 0;
  isTerminated = false;
  readonly sent: string[] = [];
  #flushed: (() => void)[] = [];

  send(data: string, done: () => void): void {
    this.sent.push(data);
    this.bufferedAmount += data.length;
    this.#flushed.push(done);
  }

  ping(): void {
    this.pings += 1;
  }

  terminate(): void {
    this.isTerminated = true;
    this.emit('close');
  }

  /** The page reads everything that was sent. */
  drain(): void {
    this.bufferedAmount = 0;
    for (const done of this.#flushed.splice(0)) done();
  }
}

const LARGE = 'x'.repeat(2 * 1024 * 1024);
let socket: FakeSocket;

beforeEach(() => {
  vi.useFakeTimers();
  socket = new FakeSocket();
});

afterEach(() => {
  vi.useRealTimers();
});

const state = async (promise: Promise<void>): Promise<string> =>
  Promise.race([promise.then(() => 'ready'), Promise.resolve().then(() => Promise.resolve('waiting'))]);

describe('a WebSocket link', () => {
  it('makes feeds wait until the page has read what was sent', async () => {
    const link = webSocketLink(socket);
    await expect(state(link.ready())).resolves.toBe('ready');
    link.post(LARGE);
    const waiting = link.ready();
    await expect(state(waiting)).resolves.toBe('waiting');
    socket.drain();
    await expect(state(waiting)).resolves.toBe('ready');
  });

  it('releases waiting feeds when the page has closed', async () => {
    const link = webSocketLink(socket);
    link.post(LARGE);
    const waiting = link.ready();
    socket.emit('close');
    await expect(state(waiting)).resolves.toBe('ready');
  });

  it('closes the link to a page that calls without reading', () => {
    const link = webSocketLink(socket);
    socket.bufferedAmount = 65 * 1024 * 1024;
    link.post('one more');
    expect([socket.isTerminated, socket.sent]).toEqual([true, []]);
  });

  it('closes the link after two unanswered pings', () => {
    webSocketLink(socket);
    vi.advanceTimersByTime(15_000);
    socket.emit('pong');
    vi.advanceTimersByTime(15_000);
    expect([socket.pings, socket.isTerminated]).toEqual([2, false]);
    vi.advanceTimersByTime(15_000);
    expect([socket.isTerminated, vi.getTimerCount()]).toEqual([true, 0]);
  });

  it('passes on text only', () => {
    const frames: unknown[] = [];
    webSocketLink(socket).onFrame((frame) => frames.push(frame));
    socket.emit('message', Buffer.from('{"i":"1"}'), false);
    socket.emit('message', Buffer.from([1, 2]), true);
    expect(frames).toEqual(['{"i":"1"}', undefined]);
    socket.emit('close');
  });
});

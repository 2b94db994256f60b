import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { messagePortLink } from '#gateway/rpc/message-port-link.ts';

class FakePort extends EventEmitter {
  readonly posted: string[] = [];
  isStarted = false;

  postMessage(message: string): void {
    this.posted.push(message);
  }

  start(): void {
    this.isStarted = true;
  }

  close(): void {
    this.emit('close');
  }

  receive(data: unknown): void {
    this.emit('message', { data });
  }
}

const LARGE = 'x'.repeat(600 * 1024);
const isSettled = (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), new Promise<false>((resolve) => setImmediate(resolve, false))]);
const marks = (port: FakePort): string[] => port.posted.filter((frame) => frame.startsWith('{"i":"#"'));

function setup() {
  const port = new FakePort();
  const link = messagePortLink(port);
  const frames: unknown[] = [];
  link.onFrame((frame) => frames.push(frame));
  return { port, link, frames };
}

describe('a message port link', () => {
  it('passes on frames, and starts the port', () => {
    const { port, frames } = setup();
    port.receive('{"i":"1"}');
    expect([port.isStarted, frames]).toEqual([true, ['{"i":"1"}']]);
  });

  it('makes feeds wait for a page that echoes marks and then stops reading', async () => {
    const { port, link, frames } = setup();
    link.post('first');
    port.receive(marks(port)[0]);
    link.post(LARGE);
    link.post(LARGE);
    const waiting = link.ready();
    await expect(isSettled(waiting)).resolves.toBe(false);
    port.receive(marks(port).at(-1));
    await expect(isSettled(waiting)).resolves.toBe(true);
    expect(frames).toEqual([]);
  });

  it('does not wait for a page that does not echo marks', async () => {
    const { link } = setup();
    link.post(LARGE);
    link.post(LARGE);
    await expect(isSettled(link.ready())).resolves.toBe(true);
  });

  it('ignores an echo of a mark that was not sent', async () => {
    const { port, link } = setup();
    link.post('first');
    port.receive('{"i":"#","t":3,"p":{"e":"message","d":1e15}}');
    link.post(LARGE);
    link.post(LARGE);
    await expect(isSettled(link.ready())).resolves.toBe(false);
  });

  it('releases waiting feeds when the port closes, and posts nothing after that', async () => {
    const { port, link } = setup();
    link.post('first');
    port.receive(marks(port)[0]);
    link.post(LARGE);
    link.post(LARGE);
    const waiting = link.ready();
    port.close();
    await expect(isSettled(waiting)).resolves.toBe(true);
    const before = port.posted.length;
    link.post('after');
    expect(port.posted.length).toBe(before);
  });

  it('closes the link to a page that calls without reading', () => {
    const { port, link } = setup();
    link.post('first');
    port.receive(marks(port)[0]);
    for (let place = 0; place < 120; place += 1) link.post(LARGE);
    const posted = port.posted.reduce((sum, { length }) => sum + length, 0);
    expect(posted).toBeLessThan(66 * 1024 * 1024);
  });
});

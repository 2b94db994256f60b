import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EVENT_TYPES, type EventType } from '#contract/api-v3/event.ts';
import { Events } from '#controller/events/events.ts';
import { EventStream } from '#controller/http/events/event-stream.ts';

const FIFTEEN_SECONDS = 15_000;
const MAX_WAITING = 16 * 1024;

let events: Events;
let streams: EventStream[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  events = new Events({ now: () => 0, log: { info: () => undefined, warn: () => undefined, error: () => undefined } });
  streams = [];
});
afterEach(() => {
  for (const stream of streams) stream.destroy();
  vi.useRealTimers();
});

function open(types: readonly EventType[] = EVENT_TYPES, lastEventId?: string): EventStream {
  const stream = new EventStream({ events, types: new Set(types), mayName: () => true, lastEventId });
  streams.push(stream);
  return stream;
}

const missed = (reason: string) => events.publish({ type: 'trigger:missed', printer: 'Line 1', reason });

/** What a reader gets next. */
async function read(stream: EventStream): Promise<string> {
  const found = stream.read() as Buffer | null;
  if (found !== null) return found.toString();
  await once(stream, 'readable');
  return read(stream);
}

describe('a stream of events', () => {
  it('begins with the retry time and its position', async () => {
    const keepAlive = 'id: 0-0\nevent: keep-alive\ndata: {"type":"keep-alive","next":1}\n\n';
    expect(await read(open())).toBe(`retry: 1000\n\n${keepAlive}`);
  });

  it('sends a keep-alive after fifteen seconds without an event', async () => {
    const stream = open(['settings:changed']);
    await read(stream);
    missed('of another type');
    vi.advanceTimersByTime(FIFTEEN_SECONDS);
    expect(await read(stream)).toBe('id: 0-1\nevent: keep-alive\ndata: {"type":"keep-alive","next":2}\n\n');
  });

  it('sends events in one piece that were published together', async () => {
    const stream = open();
    await read(stream);
    events.publish({ type: 'settings:changed' });
    events.publish({ type: 'label:changed', name: 'a' });
    expect(await read(stream)).toBe(
      [
        'id: 0-1\nevent: settings:changed\ndata: {"type":"settings:changed","at":"1970-01-01T00:00:00.000Z"}\n\n',
        'id: 0-2\nevent: label:changed\ndata: {"type":"label:changed","at":"1970-01-01T00:00:00.000Z","name":"a"}\n\n',
      ].join(''),
    );
  });

  it('buffers a bounded amount for a reader that does not read', async () => {
    const stream = open();
    await read(stream);
    const most: number[] = [];
    for (let turn = 0; turn < 50; turn += 1) {
      for (let count = 0; count < 200; count += 1) missed('x'.repeat(500));
      await new Promise((resolve) => void setImmediate(resolve));
      most.push(stream.readableLength);
    }
    expect(Math.max(...most)).toBeLessThan(3 * MAX_WAITING);
    let text = '';
    while (!text.includes('event: gap')) text = await read(stream);
    expect(text).toContain(`id: 0-10000\nevent: gap\ndata: {"type":"gap","reason":"forgotten","next":10001}\n\n`);
  });

  it('ends in order for a reader that keeps up, and at once for one with unread data', async () => {
    const [quick, slow] = [open(), open()];
    const errors: unknown[] = [];
    slow.on('error', (error) => errors.push(error));
    await read(quick);
    slow.read(0);
    await once(slow, 'readable');
    quick.resume();
    const ended = once(quick, 'end');
    quick.close();
    slow.close();
    await ended;
    missed('after the end');
    expect([quick.readableEnded, slow.readableEnded, slow.destroyed, errors]).toEqual([true, false, true, []]);
  });

  it('unsubscribes when its reader disconnects', async () => {
    const follow = vi.spyOn(events, 'subscribe');
    const stream = open();
    stream.destroy();
    await once(stream, 'close');
    missed('it has no reader');
    vi.advanceTimersByTime(FIFTEEN_SECONDS);
    expect([follow.mock.calls.length, vi.getTimerCount(), stream.readableLength]).toEqual([1, 0, 0]);
  });
});

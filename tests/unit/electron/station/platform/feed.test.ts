import { describe, expect, it } from 'vitest';
import { Emitter } from '#station/platform/emitter.ts';
import { openFeed } from '#station/platform/feed.ts';

const fail = (error: unknown): void => expect.fail(String(error));

function source() {
  const emitter = new Emitter<string>(fail);
  let state = 0;
  let listeners = 0;
  return {
    snapshot: () => `snapshot ${state}`,
    subscribe: (listener: (event: string) => void) => {
      listeners += 1;
      const end = emitter.subscribe(listener);
      return () => {
        listeners -= 1;
        end();
      };
    },
    change: () => {
      state += 1;
      emitter.emit(`change ${state}`);
    },
    listeners: () => listeners,
  };
}

describe('a feed', () => {
  it('starts with a snapshot, followed by the events after it', async () => {
    const things = source();
    const feed = openFeed(things, new AbortController().signal);
    const first = await feed.next();
    things.change();
    things.change();
    expect([first.value, (await feed.next()).value, (await feed.next()).value]).toEqual(['snapshot 0', 'change 1', 'change 2']);
    await feed.return(undefined);
  });

  it('loses no event while its snapshot is being read', async () => {
    const things = source();
    const feed = openFeed(things, new AbortController().signal);
    const first = feed.next();
    things.change();
    expect((await first).value).toBe('snapshot 0');
    expect((await feed.next()).value).toBe('change 1');
    await feed.return(undefined);
  });

  it('gives a slow reader a new snapshot instead of the missed events', async () => {
    const things = source();
    const feed = openFeed(things, new AbortController().signal, 3);
    await feed.next();
    for (let n = 0; n < 10; n += 1) things.change();
    expect((await feed.next()).value).toBe('snapshot 10');
    things.change();
    expect((await feed.next()).value).toBe('change 11');
    await feed.return(undefined);
  });

  it('ends when its signal aborts, and unsubscribes', async () => {
    const things = source();
    const stop = new AbortController();
    const feed = openFeed(things, stop.signal);
    await feed.next();
    const waiting = feed.next();
    stop.abort();
    await expect(waiting).resolves.toEqual({ done: true, value: undefined });
    expect(things.listeners()).toBe(0);
  });

  it('gives a slow reader a new snapshot instead of too many bytes of events', async () => {
    const emitter = new Emitter<{ text: string }>(fail);
    const source = {
      snapshot: () => ({ text: 'snapshot' }),
      subscribe: (listener: (event: { text: string }) => void) => emitter.subscribe(listener),
    };
    const feed = openFeed(source, new AbortController().signal);
    await feed.next();
    for (let place = 0; place < 5; place += 1) emitter.emit({ text: 'x'.repeat(1024 * 1024) });
    await expect(feed.next()).resolves.toEqual({ done: false, value: { text: 'snapshot' } });
    emitter.emit({ text: 'after' });
    await expect(feed.next()).resolves.toEqual({ done: false, value: { text: 'after' } });
    await feed.return(undefined);
  });
});

import { describe, expect, it } from 'vitest';
import { Emitter } from '#station/platform/emitter.ts';

describe('an emitter', () => {
  it('calls every listener although one throws, and reports its error', () => {
    const errors: unknown[] = [];
    const received: string[] = [];
    const emitter = new Emitter<string>((error) => errors.push(error));
    const failure = new Error('this listener is broken');
    emitter.subscribe(() => {
      throw failure;
    });
    emitter.subscribe((event) => received.push(event));
    emitter.emit('one');
    emitter.emit('two');
    expect([received, errors]).toEqual([
      ['one', 'two'],
      [failure, failure],
    ]);
  });

  it('ends one subscription of a function that subscribed twice', () => {
    const received: string[] = [];
    const emitter = new Emitter<string>((error) => expect.fail(String(error)));
    const listener = (event: string): void => void received.push(event);
    const unsubscribe = emitter.subscribe(listener);
    emitter.subscribe(listener);
    unsubscribe();
    emitter.emit('one');
    expect(received).toEqual(['one']);
  });
});

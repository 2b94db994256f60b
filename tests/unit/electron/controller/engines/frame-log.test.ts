import { beforeEach, describe, expect, it } from 'vitest';
import { FrameLog } from '#controller/engines/frame-log.ts';

let now = 0;
let log: FrameLog;

beforeEach(() => {
  now = 1_000;
  log = new FrameLog(() => now);
  log.record(true);
});

describe('a frame log', () => {
  it('keeps the last 500 frames, whose numbers go on', () => {
    for (let n = 0; n < 502; n++) log.add('sent', Uint8Array.of(n % 256));
    const numbers = log.list().map(({ number }) => number);
    expect(numbers).toHaveLength(500);
    expect([numbers[0], numbers.at(-1)]).toEqual([3, 502]);
  });

  it('keeps the first 512 bytes of a frame, and its length', () => {
    const bytes = new Uint8Array(600).fill(7);
    log.add('received', bytes);
    bytes.fill(0);
    expect(log.list()).toEqual([{ number: 1, at: 1_000, direction: 'received', bytes: new Uint8Array(512).fill(7), length: 600 }]);
  });

  it('holds no larger buffer that its bytes were part of', () => {
    log.add('received', Buffer.alloc(100_000).subarray(5, 10));
    expect(log.list()[0]?.bytes.buffer.byteLength).toBe(5);
  });

  it('lists the frames after a number', () => {
    for (const byte of [1, 2, 3]) log.add('sent', Uint8Array.of(byte));
    expect(log.list(1).map(({ bytes }) => bytes[0])).toEqual([2, 3]);
  });

  it('forgets at a start of the recording only', () => {
    log.add('sent', Uint8Array.of(1));
    log.record(true);
    log.record(false);
    log.add('sent', Uint8Array.of(2));
    expect(log.list().map(({ bytes }) => bytes[0])).toEqual([1]);
    log.record(true);
    expect(log.list()).toEqual([]);
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import type { Publish } from '#controller/events/events.ts';
import { DiskGuard } from '#controller/disk/disk-guard.ts';
import { HandClock } from '../engines/hand-clock.ts';

const FULL = 'The disk of the controller is full: nothing is printed until space is free.';
const READ_ONLY = 'The disk of the controller is read-only: nothing is printed until it can be written again.';
const TRY_AGAIN = 1_000;

describe('a disk that accepts no writes', () => {
  let clock: HandClock;
  let hasRoom: boolean;
  let written: string[];
  let disk: DiskGuard;
  const log = { info: vi.fn<(message: string) => void>(), warn: vi.fn(), error: vi.fn<(message: string, cause?: unknown) => void>() };

  beforeEach(() => {
    vi.clearAllMocks();
    clock = new HandClock();
    hasRoom = false;
    written = [];
    disk = new DiskGuard({ probe: writing('probe'), timers: clock, log });
  });

  /** A write that fails while the disk is full. */
  function writing(text: string): () => Promise<void> {
    return () => {
      if (!hasRoom) return Promise.reject(new ProblemError('disk-full', { detail: 'full' }));
      written.push(text);
      return Promise.resolve();
    };
  }
  const moment = () => new Promise((resolve) => void setImmediate(resolve));
  /** Runs the next retry, and waits for its end. */
  async function tryAgain(): Promise<void> {
    clock.advance(TRY_AGAIN);
    await moment();
  }

  it('B4 begins with the first write that it refuses, and ends by itself', async () => {
    await expect(disk.run(writing('serial'))).rejects.toMatchObject({ slug: 'disk-full' });
    expect(disk.fault?.text).toBe(FULL);
    await tryAgain();
    expect(() => disk.throwIfUnwritable()).toThrow(FULL);
    hasRoom = true;
    await tryAgain();
    expect({ fault: disk.fault?.text, written }).toEqual({ fault: undefined, written: ['probe'] });
  });

  it('B4 writes the queued records in order, before anything else', async () => {
    const kept = ['first', 'second', 'third'].map((text) => disk.runWhenWritable(writing(text)));
    await tryAgain();
    expect(written).toEqual([]);
    hasRoom = true;
    kept.push(disk.runWhenWritable(writing('last')));
    await tryAgain();
    await Promise.all(kept);
    expect(written).toEqual(['first', 'second', 'third', 'last', 'probe']);
  });

  it('B4 writes no serial while older records wait, even if there is space', async () => {
    void disk.runWhenWritable(writing('kept'));
    await disk.waitFor(Promise.reject(new ProblemError('disk-full', { detail: 'full' })));
    hasRoom = true;
    await expect(disk.run(writing('serial'))).rejects.toThrow(FULL);
    expect(written).toEqual([]);
  });

  it('B4 stays full while there is space for the queued records but not for the next prints', async () => {
    const roomForLittle = { probe: () => Promise.reject(new ProblemError('disk-full', { detail: 'full' })), timers: clock, log };
    disk = new DiskGuard(roomForLittle);
    const kept = disk.runWhenWritable(writing('kept'));
    await expect(disk.orRejectWhenUnwritable(kept)).rejects.toThrow(FULL);
    hasRoom = true;
    await tryAgain();
    await kept;
    expect({ written, fault: disk.fault?.text }).toEqual({ written: ['kept'], fault: FULL });
  });

  it('B4 queues a limited number of records, and logs how many it dropped', async () => {
    const kept = ['a', 'b'].map((text) => disk.runWhenWritable(writing(text), 2));
    await expect(disk.runWhenWritable(writing('c'), 2)).rejects.toMatchObject({
      slug: 'disk-full',
      message: 'The disk of the controller is full, and 2 records wait for free space.',
    });
    hasRoom = true;
    await tryAgain();
    await Promise.all(kept);
    expect({ written, said: log.info.mock.calls }).toEqual({
      written: ['a', 'b', 'probe'],
      said: [['the disk has space again; 1 records did not fit into memory and are lost']],
    });
  });

  it('B4 does not stop at a record that fails for another reason, and logs it', async () => {
    const odd = disk.runWhenWritable(() => (hasRoom ? Promise.reject(new Error('odd')) : writing('odd')()));
    const next = disk.runWhenWritable(writing('next'));
    await moment();
    hasRoom = true;
    await Promise.all([expect(odd).rejects.toThrow('odd'), tryAgain()]);
    await next;
    expect({ written, said: log.error.mock.calls.map(([message]) => message) }).toEqual({
      written: ['next', 'probe'],
      said: [FULL, 'a write that waited for disk space failed'],
    });
  });

  it('B4 tries once more when the controller stops, and then waits for nothing', async () => {
    const lost = disk.runWhenWritable(writing('lost'));
    await moment();
    await Promise.all([expect(lost).rejects.toMatchObject({ slug: 'disk-full' }), disk.stop()]);
    await expect(disk.runWhenWritable(writing('too late'))).rejects.toMatchObject({ slug: 'disk-full' });
    expect(clock.pending).toBe(0);
  });

  it('B4 writes the queued records when there is space at the last moment', async () => {
    const kept = disk.runWhenWritable(writing('kept'));
    await expect(disk.orRejectWhenUnwritable(kept)).rejects.toThrow(FULL);
    hasRoom = true;
    await disk.stop();
    await kept;
    expect(written).toEqual(['kept', 'probe']);
  });

  it('B4 writes each record once when the controller stops during a retry', async () => {
    const { promise: isWritten, resolve: end } = Promise.withResolvers<undefined>();
    const slowly = () => (hasRoom ? isWritten.then(writing('slow')) : writing('slow')());
    const kept = [slowly, writing('next'), writing('last')].map((write) => disk.runWhenWritable(write));
    await moment();
    hasRoom = true;
    clock.advance(TRY_AGAIN);
    const stopped = disk.stop();
    end(undefined);
    await stopped;
    expect(written).toEqual(['slow', 'next', 'last', 'probe']);
    await Promise.all(kept);
  });

  it('B6 is reported as read-only, refuses the same way, and ends by itself', async () => {
    let isReadOnly = true;
    const told = vi.fn<Publish>();
    const probe = () =>
      isReadOnly ? Promise.reject(Object.assign(new Error('read-only file system'), { code: 'EROFS' })) : Promise.resolve();
    disk = new DiskGuard({ probe, timers: clock, log, publish: told });
    await expect(disk.run(probe)).rejects.toMatchObject({ code: 'EROFS' });
    expect(() => disk.throwIfUnwritable()).toThrow(READ_ONLY);
    expect({ refusal: disk.refusal, fault: disk.fault?.text }).toEqual({ refusal: 'disk-read-only', fault: READ_ONLY });
    await tryAgain();
    isReadOnly = false;
    await tryAgain();
    expect({ refusal: disk.refusal, told: told.mock.calls.map(([event]) => event), said: log.info.mock.calls }).toEqual({
      refusal: undefined,
      told: [
        { type: 'disk:changed', isFull: false, isReadOnly: true, isOutOfFiles: false },
        { type: 'disk:changed', isFull: false, isReadOnly: false, isOutOfFiles: false },
      ],
      said: [['the disk can be written again']],
    });
  });

  it.each(['EMFILE', 'ENFILE'])('B5 is reported as out of files when no more can be opened (%s), and keeps what waits', async (code) => {
    let isOut = true;
    const told = vi.fn<Publish>();
    const write = () => (isOut ? Promise.reject(Object.assign(new Error('too many open files'), { code })) : Promise.resolve('kept'));
    disk = new DiskGuard({ probe: write as () => Promise<never>, timers: clock, log, publish: told });
    const kept = disk.runWhenWritable(write);
    await moment();
    expect(disk.refusal).toBe('files-exhausted');
    expect(() => disk.throwIfUnwritable()).toThrow('The controller can open no more files: nothing is printed until it can.');
    isOut = false;
    await tryAgain();
    expect(await kept).toBe('kept');
    expect(disk.refusal).toBeUndefined();
    expect(told.mock.calls.map(([event]) => event)).toMatchObject([{ isOutOfFiles: true }, { isOutOfFiles: false }]);
  });

  it('B6 is reported as read-only when a full disk becomes read-only', async () => {
    const kept = disk.runWhenWritable(writing('kept'));
    await moment();
    disk.reportFailure('disk-read-only');
    expect(() => disk.throwIfUnwritable()).toThrow(READ_ONLY);
    hasRoom = true;
    await tryAgain();
    await kept;
    expect(disk.fault).toBeUndefined();
  });
});

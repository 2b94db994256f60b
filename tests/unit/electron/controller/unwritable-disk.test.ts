import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import type { Tell } from '#controller/events/events.ts';
import { UnwritableDisk } from '#controller/unwritable-disk.ts';
import { HandClock } from './engines/hand-clock.ts';

const FULL = 'The disk of the controller is full: nothing is printed until there is room.';
const READ_ONLY = 'The disk of the controller is read-only: nothing is printed until it can be written again.';
const TRY_AGAIN = 1_000;

describe('a disk that takes nothing', () => {
  let clock: HandClock;
  let hasRoom: boolean;
  let written: string[];
  let disk: UnwritableDisk;
  const log = { info: vi.fn<(message: string) => void>(), warn: vi.fn(), error: vi.fn<(message: string, cause?: unknown) => void>() };

  beforeEach(() => {
    vi.clearAllMocks();
    clock = new HandClock();
    hasRoom = false;
    written = [];
    disk = new UnwritableDisk({ probe: writing('probe'), timers: clock, log });
  });

  /** A write that fails while there is no room. */
  function writing(text: string): () => Promise<void> {
    return () => {
      if (!hasRoom) return Promise.reject(new ProblemError('disk-full', { detail: 'full' }));
      written.push(text);
      return Promise.resolve();
    };
  }
  const moment = () => new Promise((resolve) => void setImmediate(resolve));
  /** Lets the disk be tried again, and waits until it was. */
  async function tryAgain(): Promise<void> {
    clock.advance(TRY_AGAIN);
    await moment();
  }

  it('B4 begins with the first write that it refuses, and ends by itself', async () => {
    await expect(disk.notice(writing('serial'))).rejects.toMatchObject({ slug: 'disk-full' });
    expect(disk.fault).toBe(FULL);
    await tryAgain();
    expect(() => disk.refuse()).toThrow(FULL);
    hasRoom = true;
    await tryAgain();
    expect({ fault: disk.fault, written }).toEqual({ fault: undefined, written: ['probe'] });
  });

  it('B4 writes what it kept in its order, before anything else', async () => {
    const kept = ['first', 'second', 'third'].map((text) => disk.keep(writing(text)));
    await tryAgain();
    expect(written).toEqual([]);
    hasRoom = true;
    kept.push(disk.keep(writing('last')));
    await tryAgain();
    await Promise.all(kept);
    expect(written).toEqual(['first', 'second', 'third', 'last', 'probe']);
  });

  it('B4 writes no serial while older records wait, even if there were room', async () => {
    void disk.keep(writing('kept'));
    await disk.waitFor(Promise.reject(new ProblemError('disk-full', { detail: 'full' })));
    hasRoom = true;
    await expect(disk.notice(writing('serial'))).rejects.toThrow(FULL);
    expect(written).toEqual([]);
  });

  it('B4 stays full while what it kept has room and the next prints have none', async () => {
    const roomForLittle = { probe: () => Promise.reject(new ProblemError('disk-full', { detail: 'full' })), timers: clock, log };
    disk = new UnwritableDisk(roomForLittle);
    const kept = disk.keep(writing('kept'));
    await expect(disk.unlessUnwritable(kept)).rejects.toThrow(FULL);
    hasRoom = true;
    await tryAgain();
    await kept;
    expect({ written, fault: disk.fault }).toEqual({ written: ['kept'], fault: FULL });
  });

  it('B4 keeps no more than there is room for in memory, and says how many it lost', async () => {
    const kept = ['a', 'b'].map((text) => disk.keep(writing(text), 2));
    await expect(disk.keep(writing('c'), 2)).rejects.toMatchObject({
      slug: 'disk-full',
      message: 'The disk of the controller is full, and 2 records wait for room.',
    });
    hasRoom = true;
    await tryAgain();
    await Promise.all(kept);
    expect({ written, said: log.info.mock.calls }).toEqual({
      written: ['a', 'b', 'probe'],
      said: [['the disk has room again; 1 records did not fit into memory and are missing']],
    });
  });

  it('B4 does not stop at a record that fails for another reason, and says so', async () => {
    const odd = disk.keep(() => (hasRoom ? Promise.reject(new Error('odd')) : writing('odd')()));
    const next = disk.keep(writing('next'));
    await moment();
    hasRoom = true;
    await Promise.all([expect(odd).rejects.toThrow('odd'), tryAgain()]);
    await next;
    expect({ written, said: log.error.mock.calls.map(([message]) => message) }).toEqual({
      written: ['next', 'probe'],
      said: [FULL, 'what waited for room on the disk could not be written down'],
    });
  });

  it('B4 tries once more when the controller stops, and then waits for nothing', async () => {
    const lost = disk.keep(writing('lost'));
    await moment();
    await Promise.all([expect(lost).rejects.toMatchObject({ slug: 'disk-full' }), disk.stop()]);
    await expect(disk.keep(writing('too late'))).rejects.toMatchObject({ slug: 'disk-full' });
    expect(clock.pending).toBe(0);
  });

  it('B4 writes what it kept when there is room at the last moment', async () => {
    const kept = disk.keep(writing('kept'));
    await expect(disk.unlessUnwritable(kept)).rejects.toThrow(FULL);
    hasRoom = true;
    await disk.stop();
    await kept;
    expect(written).toEqual(['kept', 'probe']);
  });

  it('B4 writes each record once when the controller stops while it is being tried', async () => {
    const { promise: isWritten, resolve: end } = Promise.withResolvers<undefined>();
    const slowly = () => (hasRoom ? isWritten.then(writing('slow')) : writing('slow')());
    const kept = [slowly, writing('next'), writing('last')].map((write) => disk.keep(write));
    await moment();
    hasRoom = true;
    clock.advance(TRY_AGAIN);
    const stopped = disk.stop();
    end(undefined);
    await stopped;
    expect(written).toEqual(['slow', 'next', 'last', 'probe']);
    await Promise.all(kept);
  });

  it('B6 is called read-only when it is, refuses the same way, and ends by itself', async () => {
    let isReadOnly = true;
    const told = vi.fn<Tell>();
    const probe = () =>
      isReadOnly ? Promise.reject(Object.assign(new Error('read-only file system'), { code: 'EROFS' })) : Promise.resolve();
    disk = new UnwritableDisk({ probe, timers: clock, log, tell: told });
    await expect(disk.notice(probe)).rejects.toMatchObject({ code: 'EROFS' });
    expect(() => disk.refuse()).toThrow(READ_ONLY);
    expect({ refusal: disk.refusal, fault: disk.fault }).toEqual({ refusal: 'disk-read-only', fault: READ_ONLY });
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

  it.each(['EMFILE', 'ENFILE'])('B5 is called out of files when no more can be opened (%s), and keeps what waits', async (code) => {
    let isOut = true;
    const told = vi.fn<Tell>();
    const write = () => (isOut ? Promise.reject(Object.assign(new Error('too many open files'), { code })) : Promise.resolve('kept'));
    disk = new UnwritableDisk({ probe: write as () => Promise<never>, timers: clock, log, tell: told });
    const kept = disk.keep(write);
    await moment();
    expect(disk.refusal).toBe('files-exhausted');
    expect(() => disk.refuse()).toThrow('The controller can open no more files: nothing is printed until it can.');
    isOut = false;
    await tryAgain();
    expect(await kept).toBe('kept');
    expect(disk.refusal).toBeUndefined();
    expect(told.mock.calls.map(([event]) => event)).toMatchObject([{ isOutOfFiles: true }, { isOutOfFiles: false }]);
  });

  it('B6 is told by its newest name when a full disk becomes read-only', async () => {
    const kept = disk.keep(writing('kept'));
    await moment();
    disk.enter('disk-read-only');
    expect(() => disk.refuse()).toThrow(READ_ONLY);
    hasRoom = true;
    await tryAgain();
    await kept;
    expect(disk.fault).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { Random } from '#support/random.ts';
import { Disk, type Remains } from '../../faults/power/disk.ts';
import type { Step } from '../../faults/power/trace.ts';

const CUTS = 300;
const FILE = 0;
const create: Step = { act: 'create', path: 'a', file: FILE };
const syncFolder = (since: number): Step => ({ act: 'sync-folder', path: '', since });
const sync = (since: number): Step => ({ act: 'sync', file: FILE, since });

/** A write of one letter, a sector long unless it says otherwise. */
function write(letter: string, offset: number, length = 512): Step {
  return { act: 'write', file: FILE, offset, bytes: Buffer.alloc(length, letter) };
}

/** Everything that may be left after the steps, over many cuts. */
function outcomes(steps: readonly Step[], look: (remains: Remains) => string): Set<string> {
  const disk = new Disk();
  for (const [at, step] of steps.entries()) disk.do(step, at);
  const random = new Random(7);
  return new Set(Array.from({ length: CUTS }, () => look(disk.cut(random))));
}

/** The first letter of every sector, `.` for one that was never written. */
function sectors(remains: Remains): string {
  const bytes = remains.get('a') ?? Buffer.alloc(0);
  return Array.from({ length: Math.ceil(bytes.length / 512) }, (_, sector) => bytes.toString('latin1', sector * 512, sector * 512 + 1))
    .join('')
    .replaceAll('\0', '.');
}

const names = (remains: Remains) => [...remains.keys()].sort().join();

describe('the disk of the power cuts', () => {
  it('keeps what was synced', () => {
    expect(outcomes([create, syncFolder(1), write('a', 0), write('b', 512), sync(4)], sectors)).toEqual(new Set(['ab']));
  });

  it('may lose each of the writes since the last sync, in any order', () => {
    const steps = [create, syncFolder(1), write('a', 0), sync(3), write('b', 512), write('c', 1024)];
    expect(outcomes(steps, sectors)).toEqual(new Set(['a', 'ab', 'abc', 'a.c']));
  });

  it('may tear a write at the borders of its sectors', () => {
    const steps = [create, syncFolder(1), write('a', 0, 1024), sync(3), write('b', 0, 1024)];
    expect(outcomes(steps, sectors)).toEqual(new Set(['aa', 'ab', 'ba', 'bb']));
  });

  it('counts as synced only what was written before the sync began', () => {
    expect(outcomes([create, syncFolder(1), write('a', 0), write('b', 512), sync(3)], sectors)).toEqual(new Set(['a', 'ab']));
  });

  it('may forget that a file became shorter', () => {
    const shorter: Step = { act: 'truncate', file: FILE, size: 512 };
    expect(outcomes([create, syncFolder(1), write('a', 0, 1024), sync(3), shorter], sectors)).toEqual(new Set(['a', 'aa']));
  });

  it('may leave a name as it was until its folder is synced', () => {
    const rename: Step = { act: 'rename', path: 'a', to: 'b' };
    expect([outcomes([create, syncFolder(1), rename], names), outcomes([create, rename, syncFolder(2)], names)]).toEqual([
      new Set(['a', 'b']),
      new Set(['b']),
    ]);
  });

  it('may bring back a file whose folder was not synced after it went, and may forget one that came', () => {
    const unlink: Step = { act: 'unlink', path: 'a' };
    expect([outcomes([create, syncFolder(1), unlink], names), outcomes([create], names)]).toEqual([new Set(['', 'a']), new Set(['', 'a'])]);
  });

  it('knows nothing of the names in another folder', () => {
    const below: Step = { act: 'create', path: 'marks/1.png', file: FILE };
    expect(outcomes([below, syncFolder(1)], names)).toEqual(new Set(['', 'marks/1.png']));
  });
});

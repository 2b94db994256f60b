import { describe, expect, it } from 'vitest';
import { Trace, type Step } from '../../faults/power/trace.ts';

const hex = (text: string) => `"${[...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}"`;

function stepsOf(...lines: string[]): Step[] {
  const trace = new Trace('/data');
  for (const line of lines) trace.take(line);
  return trace.steps;
}

const opened = (name: string, descriptor: number, flags = 'O_RDWR|O_CREAT') =>
  `7 openat(AT_FDCWD, ${hex(name)}, ${flags}, 0644) = ${descriptor}`;
const create: Step = { act: 'create', path: 'a', file: 0 };

describe('a trace of what a program wrote', () => {
  it('has every write at its place', () => {
    expect(
      stepsOf(
        opened('/data/a', 5),
        `7 pwrite64(5, ${hex('one')}, 3, 4096) = 3`,
        `7 write(5, ${hex('two')}, 3) = 3`,
        `7 write(5, ${hex('!')}, 1) = 1`,
      ),
    ).toEqual([
      create,
      { act: 'write', file: 0, offset: 4096, bytes: Buffer.from('one') },
      { act: 'write', file: 0, offset: 0, bytes: Buffer.from('two') },
      { act: 'write', file: 0, offset: 3, bytes: Buffer.from('!') },
    ]);
  });

  it('appends where the file ends, and takes up a file that is opened again', () => {
    const again = opened('/data/a', 6, 'O_WRONLY|O_CREAT|O_APPEND');
    expect(stepsOf(opened('/data/a', 5), `7 write(5, ${hex('one')}, 3) = 3`, again, `7 write(6, ${hex('two')}, 3) = 3`).at(-1)).toEqual({
      act: 'write',
      file: 0,
      offset: 3,
      bytes: Buffer.from('two'),
    });
  });

  it('takes of a write what was written of it, and nothing of one that failed', () => {
    const failed = `7 pwrite64(5, ${hex('two')}, 3, 0) = -1 ENOSPC (No space left on device)`;
    expect(stepsOf(opened('/data/a', 5), `7 pwrite64(5, ${hex('one')}, 3, 0) = 2`, failed)).toEqual([
      create,
      { act: 'write', file: 0, offset: 0, bytes: Buffer.from('on') },
    ]);
  });

  it('puts the pieces of a gathered write together', () => {
    const gathered = `7 writev(5, [{iov_base=${hex('one')}, iov_len=3}, {iov_base=${hex('two')}, iov_len=3}], 2) = 6`;
    expect(stepsOf(opened('/data/a', 5), gathered).at(-1)).toMatchObject({ bytes: Buffer.from('onetwo') });
  });

  it('lets a sync cover only what was done before it began', () => {
    const steps = stepsOf(
      opened('/data/a', 5),
      '7 fdatasync(5 <unfinished ...>',
      `8 pwrite64(5, ${hex('one')}, 3, 0) = 3`,
      '7 <... fdatasync resumed>) = 0',
    );
    expect(steps.at(-1)).toEqual({ act: 'sync', file: 0, since: 1 });
  });

  it('tells the sync of a folder from that of a file', () => {
    expect(stepsOf(`7 openat(AT_FDCWD, ${hex('/data')}, O_RDONLY|O_CLOEXEC) = 5`, '7 fsync(5) = 0')).toEqual([
      { act: 'sync-folder', path: '', since: 0 },
    ]);
  });

  it('follows names, and what makes files shorter', () => {
    const steps = stepsOf(
      opened('/data/a', 5),
      `7 write(5, ${hex('one')}, 3) = 3`,
      '7 ftruncate(5, 1) = 0',
      `7 rename(${hex('/data/a')}, ${hex('/data/b')}) = 0`,
      opened('/data/b', 6, 'O_WRONLY|O_CREAT|O_TRUNC'),
      `7 unlink(${hex('/data/b')}) = 0`,
    );
    expect(steps.filter(({ act }) => act !== 'write')).toEqual([
      create,
      { act: 'truncate', file: 0, size: 1 },
      { act: 'rename', path: 'a', to: 'b' },
      { act: 'truncate', file: 0, size: 0 },
      { act: 'unlink', path: 'b' },
    ]);
  });

  it('has what was said at its place, and nothing of other folders', () => {
    expect(stepsOf(opened('/elsewhere/a', 5), `7 write(5, ${hex('one')}, 3) = 3`, `7 write(1, ${hex('done')}, 4) = 4`)).toEqual([
      { act: 'say', text: 'done' },
    ]);
  });

  it('refuses a call that would change a file unseen', () => {
    expect(() => stepsOf(opened('/data/a', 5), '7 fallocate(5, 0, 0, 4096) = 0')).toThrow('not understood: fallocate');
  });
});

import { describe, expect, it } from 'vitest';
import { ReadWriteLock } from '#controller/platform/read-write-lock.ts';

/** Work that records its start, and ends on request. */
function bench() {
  const lock = new ReadWriteLock();
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<unknown>>();
  const work = (name: string) => () => {
    begun.push(name);
    const end = Promise.withResolvers<unknown>();
    ends.set(name, end);
    return end.promise;
  };
  const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));
  const end = async (name: string) => {
    ends.get(name)?.resolve(undefined);
    await settle();
  };
  return { lock, begun, ends, work, settle, end };
}

describe('read-write lock', () => {
  it('runs readers together', async () => {
    const { lock, begun, work, settle } = bench();
    void lock.read(work('a'));
    void lock.read(work('b'));
    await settle();
    expect(begun).toEqual(['a', 'b']);
  });

  it('runs a writer after earlier readers and before later ones', async () => {
    const { lock, begun, work, settle, end } = bench();
    void lock.read(work('a'));
    void lock.read(work('b'));
    void lock.write(work('change'));
    void lock.read(work('c'));
    await settle();
    await end('a');
    const before = [...begun];
    await end('b');
    const during = [...begun];
    await end('change');
    expect([before, during, begun]).toEqual([
      ['a', 'b'],
      ['a', 'b', 'change'],
      ['a', 'b', 'change', 'c'],
    ]);
  });

  it('runs writers one after the other', async () => {
    const { lock, begun, work, settle, end } = bench();
    void lock.write(work('first'));
    void lock.write(work('second'));
    await settle();
    const before = [...begun];
    await end('first');
    expect([before, begun]).toEqual([['first'], ['first', 'second']]);
  });

  it('resolves or rejects as the work does, and goes on after a failure', async () => {
    const { lock } = bench();
    const failing = () => Promise.reject(new Error('no'));
    const answers = await Promise.allSettled([
      lock.read(failing),
      lock.write(failing),
      lock.read(() => Promise.resolve(1)),
      lock.write(() => Promise.resolve(2)),
    ]);
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason)))).toEqual([
      'Error: no',
      'Error: no',
      1,
      2,
    ]);
  });
});

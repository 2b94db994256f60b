import { describe, expect, it } from 'vitest';
import { KeyedLock } from '#controller/platform/keyed-lock.ts';

/** Work that records its start, and ends on request. */
function rig() {
  const turns = new KeyedLock();
  const begun: string[] = [];
  const begin = (name: string, needs: string[]) => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const done = turns.run(needs, () => {
      begun.push(name);
      return promise;
    });
    return { done, end: () => resolve(undefined) };
  };
  return { begun, begin };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('KeyedLock', () => {
  it('runs holders of the same key one after the other', async () => {
    const { begun, begin } = rig();
    const first = begin('first', ['Serial']);
    const second = begin('second', ['Box', 'Serial']);
    await settled();
    expect(begun).toEqual(['first']);
    first.end();
    second.end();
    await second.done;
    expect(begun).toEqual(['first', 'second']);
  });

  it('does not block other keys', async () => {
    const { begun, begin } = rig();
    begin('one', ['a']);
    begin('other', ['b']);
    begin('neither', []);
    await settled();
    expect(begun.sort()).toEqual(['neither', 'one', 'other']);
  });

  it('does not deadlock, in whatever order keys are given', async () => {
    const { begin } = rig();
    const works = [begin('one', ['a', 'b']), begin('other', ['b', 'a', 'b'])];
    for (const { end } of works) end();
    await expect(Promise.all(works.map(({ done }) => done))).resolves.toHaveLength(2);
  });

  it('goes on after a holder that failed', async () => {
    const turns = new KeyedLock();
    await expect(turns.run(['a'], () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expect(turns.run(['a'], () => Promise.resolve('done'))).resolves.toBe('done');
  });
});

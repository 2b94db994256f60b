import { describe, expect, it } from 'vitest';
import { Turns } from '#controller/jobs/turns.ts';

/** Work that is noted when it begins and ends when it is told to. */
function rig() {
  const turns = new Turns();
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

describe('turns', () => {
  it('are taken by those who need the same', async () => {
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

  it('are not needed by others', async () => {
    const { begun, begin } = rig();
    begin('one', ['a']);
    begin('other', ['b']);
    begin('neither', []);
    await settled();
    expect(begun.sort()).toEqual(['neither', 'one', 'other']);
  });

  it('make no circle, in whichever order the needs are named', async () => {
    const { begin } = rig();
    const works = [begin('one', ['a', 'b']), begin('other', ['b', 'a', 'b'])];
    for (const { end } of works) end();
    await expect(Promise.all(works.map(({ done }) => done))).resolves.toHaveLength(2);
  });

  it('go on after one that failed', async () => {
    const turns = new Turns();
    await expect(turns.run(['a'], () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expect(turns.run(['a'], () => Promise.resolve('done'))).resolves.toBe('done');
  });
});

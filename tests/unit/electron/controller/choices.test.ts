import { describe, expect, it } from 'vitest';
import { Choices } from '#controller/choices.ts';

/** Works that are noted when they begin, and end when they are told to. */
function bench() {
  const choices = new Choices();
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
  return { choices, begun, ends, work, settle, end };
}

describe('choices', () => {
  it('let all who rely upon them go on together', async () => {
    const { choices, begun, work, settle } = bench();
    void choices.use(work('a'));
    void choices.use(work('b'));
    await settle();
    expect(begun).toEqual(['a', 'b']);
  });

  it('change when those before are done, and hold up those behind until then', async () => {
    const { choices, begun, work, settle, end } = bench();
    void choices.use(work('a'));
    void choices.use(work('b'));
    void choices.change(work('change'));
    void choices.use(work('c'));
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

  it('change one thing after the other', async () => {
    const { choices, begun, work, settle, end } = bench();
    void choices.change(work('first'));
    void choices.change(work('second'));
    await settle();
    const before = [...begun];
    await end('first');
    expect([before, begun]).toEqual([['first'], ['first', 'second']]);
  });

  it('answer as the work does, and what fails holds nothing up', async () => {
    const { choices } = bench();
    const failing = () => Promise.reject(new Error('no'));
    const answers = await Promise.allSettled([
      choices.use(failing),
      choices.change(failing),
      choices.use(() => Promise.resolve(1)),
      choices.change(() => Promise.resolve(2)),
    ]);
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason)))).toEqual([
      'Error: no',
      'Error: no',
      1,
      2,
    ]);
  });
});

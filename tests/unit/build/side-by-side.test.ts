import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { runSideBySide, type Sharing } from '../../../build/scripts/side-by-side.ts';

interface Step extends Sharing {
  name: string;
}

const one = (name: string): Step => ({ name });
const all = (name: string): Step => ({ name, takesAllCores: true });

describe('steps of the gate', () => {
  let begun: string[] = [];
  let stopped: string[] = [];
  let ends = new Map<string, (isGreen: boolean) => void>();

  beforeEach(() => {
    begun = [];
    stopped = [];
    ends = new Map();
  });

  const start = (steps: Step[], cores: number): Promise<boolean> =>
    runSideBySide(steps, {
      cores,
      run: ({ name }, signal) =>
        new Promise((resolve) => {
          begun.push(name);
          ends.set(name, resolve);
          signal.addEventListener('abort', () => {
            if (ends.delete(name)) stopped.push(name);
            resolve(false);
          });
        }),
    });

  /** Ends one, and gives those that have begun by then. */
  async function end(name: string, isGreen = true): Promise<string[]> {
    ends.get(name)!(isGreen);
    ends.delete(name);
    await setImmediate();
    return begun;
  }

  it('run side by side on as many cores as there are, in their order', async () => {
    const result = start([one('lint'), one('format'), one('types'), one('layers')], 2);
    expect(begun).toEqual(['lint', 'format']);
    expect(await end('format')).toEqual(['lint', 'format', 'types']);
    expect(await end('types')).toEqual(['lint', 'format', 'types', 'layers']);
    await end('lint');
    await end('layers');
    expect(await result).toBe(true);
  });

  it('run alone where they take all cores', async () => {
    const result = start([one('lint'), one('format'), all('unit'), all('e2e'), one('build')], 2);
    expect(await end('lint')).toEqual(['lint', 'format']);
    expect(await end('format')).toEqual(['lint', 'format', 'unit']);
    expect(await end('unit')).toEqual(['lint', 'format', 'unit', 'e2e']);
    expect(await end('e2e')).toEqual(['lint', 'format', 'unit', 'e2e', 'build']);
    await end('build');
    expect(await result).toBe(true);
  });

  it('run one after the other on one core', async () => {
    const result = start([one('lint'), one('format')], 1);
    expect(begun).toEqual(['lint']);
    await end('lint');
    await end('format');
    expect([await result, begun]).toEqual([true, ['lint', 'format']]);
  });

  it('end with the first that fails, and those beside it with it', async () => {
    const result = start([one('lint'), one('format'), one('types'), all('unit')], 2);
    await end('format', false);
    expect([await result, begun, stopped]).toEqual([false, ['lint', 'format'], ['lint']]);
  });

  it('end with the last one that fails', async () => {
    const result = start([all('unit'), all('e2e')], 2);
    await end('unit');
    await end('e2e', false);
    expect(await result).toBe(false);
  });
});

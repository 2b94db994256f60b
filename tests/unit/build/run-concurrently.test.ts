import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { runConcurrently, type ConcurrentStep } from '../../../build/scripts/run-concurrently.ts';

interface Step extends ConcurrentStep {
  name: string;
}

const one = (name: string): Step => ({ name });
const all = (name: string): Step => ({ name, takesAllCores: true });

describe('steps of the gate', () => {
  let started: string[] = [];
  let stopped: string[] = [];
  let ends = new Map<string, (isGreen: boolean) => void>();

  beforeEach(() => {
    started = [];
    stopped = [];
    ends = new Map();
  });

  const start = (steps: Step[], cores: number): Promise<boolean> =>
    runConcurrently(steps, {
      cores,
      run: ({ name }, signal) =>
        new Promise((resolve) => {
          started.push(name);
          ends.set(name, resolve);
          signal.addEventListener('abort', () => {
            if (ends.delete(name)) stopped.push(name);
            resolve(false);
          });
        }),
    });

  /** Ends a step, and returns the steps started by then. */
  async function end(name: string, isGreen = true): Promise<string[]> {
    ends.get(name)!(isGreen);
    ends.delete(name);
    await setImmediate();
    return started;
  }

  it('run concurrently on all cores, in their order', async () => {
    const result = start([one('lint'), one('format'), one('types'), one('layers')], 2);
    expect(started).toEqual(['lint', 'format']);
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
    expect(started).toEqual(['lint']);
    await end('lint');
    await end('format');
    expect([await result, started]).toEqual([true, ['lint', 'format']]);
  });

  it('abort running steps at the first failure', async () => {
    const result = start([one('lint'), one('format'), one('types'), all('unit')], 2);
    await end('format', false);
    expect([await result, started, stopped]).toEqual([false, ['lint', 'format'], ['lint']]);
  });

  it('fail if only the last one fails', async () => {
    const result = start([all('unit'), all('e2e')], 2);
    await end('unit');
    await end('e2e', false);
    expect(await result).toBe(false);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { ReservedFiles } from '#storage/files/reserved-files.ts';

const outOf = (code: string) => Object.assign(new Error('too many open files'), { code });

describe('the file descriptors that are reserved for printing', () => {
  const files = new ReservedFiles();
  afterEach(() => files.release());

  it.each(['EMFILE', 'ENFILE'])('B5 are used by a step that runs out (%s)', (code) => {
    const told: unknown[] = [];
    files.hold((error) => told.push(error));
    let tries = 0;
    const step = () => {
      tries += 1;
      if (tries === 1) throw outOf(code);
      return 'done';
    };
    expect(files.use(step)).toBe('done');
    expect(told).toEqual([]);
  });

  it('B5 are reported as exhausted when they are too few', () => {
    const told: unknown[] = [];
    files.hold((error) => told.push(error));
    const error = outOf('EMFILE');
    const step = () => {
      throw error;
    };
    expect(() => files.use(step)).toThrow(error);
    expect(told).toEqual([error]);
  });

  it('are not used after any other error', () => {
    let tries = 0;
    const step = () => {
      tries += 1;
      throw outOf('ENOSPC');
    };
    expect(() => files.use(step)).toThrow();
    expect(tries).toBe(1);
  });
});

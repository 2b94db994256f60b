import { afterEach, describe, expect, it } from 'vitest';
import { ReservedFiles } from '#storage/reserved-files.ts';

const outOf = (code: string) => Object.assign(new Error('too many open files'), { code });

describe('the files that are reserved for printing', () => {
  const files = new ReservedFiles();
  afterEach(() => files.release());

  it.each(['EMFILE', 'ENFILE'])('B5 are given to a step that finds none left (%s)', (code) => {
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

  it('B5 are said to be exhausted by a step that finds too few in spite of them', () => {
    const told: unknown[] = [];
    files.hold((error) => told.push(error));
    const error = outOf('EMFILE');
    const step = () => {
      throw error;
    };
    expect(() => files.use(step)).toThrow(error);
    expect(told).toEqual([error]);
  });

  it('have nothing to do with any other failure, which is not tried again', () => {
    let tries = 0;
    const step = () => {
      tries += 1;
      throw outOf('ENOSPC');
    };
    expect(() => files.use(step)).toThrow();
    expect(tries).toBe(1);
  });
});

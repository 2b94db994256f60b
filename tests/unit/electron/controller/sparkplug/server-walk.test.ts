import { describe, expect, it } from 'vitest';
import { ServerWalk } from '#controller/sparkplug/server-walk.ts';

describe('which server is tried next', () => {
  it('is the next of the list, and after the last one the first (tck-id-operational-behavior-primary-application-state-with-multiple-servers-walk)', () => {
    const walk = new ServerWalk(3);
    const seen = Array.from({ length: 4 }, () => {
      walk.failed();
      return walk.current;
    });
    expect(seen).toEqual([1, 2, 0, 1]);
  });

  it('is tried at once, and after a round without success there is a pause that doubles up to 30 s', () => {
    const walk = new ServerWalk(2);
    const pauses = Array.from({ length: 14 }, () => walk.failed());
    expect(pauses).toEqual([0, 1_000, 0, 2_000, 0, 4_000, 0, 8_000, 0, 16_000, 0, 30_000, 0, 30_000]);
    walk.succeeded();
    expect([walk.failed(), walk.failed()]).toEqual([0, 1_000]);
  });
});

import { describe, expect, it } from 'vitest';
import type { EngineTraits, PrintEngine } from '#controller/engines/engine.ts';
import { settlingCount } from '#controller/engines/settling-count.ts';

const engineWith = (traits: EngineTraits) => ({ traits, count: () => 7 }) as unknown as PrintEngine;

describe('the count that settles open prints', () => {
  it.each<[EngineTraits, number | undefined]>([
    [{ proof: 'id', clearsOnStart: true, counts: 'marks' }, 7],
    [{ proof: 'ack', clearsOnStart: false, counts: 'marks' }, 7],
    [{ proof: 'count', clearsOnStart: true, counts: 'marks' }, 7],
    [{ proof: 'count', clearsOnStart: true, counts: 'passes' }, undefined],
    [{ proof: 'id', clearsOnStart: true }, undefined],
    [{ proof: 'none', clearsOnStart: false, counts: 'marks' }, undefined],
  ])('with %j is %s', (traits, expected) => {
    expect(settlingCount(engineWith(traits))).toBe(expected);
  });

  it('is that which was reported with the print', () => {
    expect(settlingCount(engineWith({ proof: 'count', clearsOnStart: true, counts: 'marks' }), 9)).toBe(9);
  });
});

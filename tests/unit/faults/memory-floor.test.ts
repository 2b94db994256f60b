import { describe, expect, it } from 'vitest';
import { MemoryFloor } from '../../faults/fuzz/memory-floor.ts';

const AMOUNT = 1_000;

function floorsOf(held: (done: number) => number | undefined) {
  let done = 0;
  const memory = new MemoryFloor(AMOUNT, () => held(done));
  for (done = 0; done <= AMOUNT; done += 10) memory.look(done);
  return memory.floors();
}

/** A collection every seven readings takes back what has gathered. */
const saw = (done: number) => 30 * ((done / 10) % 7);

describe('the memory of a run', () => {
  it('is its lowest, whatever gathers between collections', () => {
    expect(floorsOf((done) => 400 + saw(done))).toEqual({ warm: 400, end: 400 });
  });

  it('shows what is never given back, which single readings hide', () => {
    const { warm = 0, end = 0 } = floorsOf((done) => 400 + done / 10 + saw(done)) ?? {};
    expect(end - warm).toBeGreaterThan(40);
  });

  it('is not judged by what was needed to become warm', () => {
    expect(floorsOf((done) => (done < 300 ? 100 : 400))).toEqual({ warm: 400, end: 400 });
  });

  it('is unknown where the system does not tell it', () => {
    expect(floorsOf(() => undefined)).toBeUndefined();
  });
});

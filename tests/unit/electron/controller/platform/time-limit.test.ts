import { describe, expect, it } from 'vitest';
import { withinLimit } from '#controller/platform/time-limit.ts';
import { HandClock } from '../engines/hand-clock.ts';

describe('withinLimit', () => {
  it('resolves with the answer and clears its timer', async () => {
    const clock = new HandClock();
    await expect(withinLimit(Promise.resolve(7), 100, clock)).resolves.toBe(7);
    expect(clock.pending).toBe(0);
  });

  it('rejects when no answer comes in time', async () => {
    const clock = new HandClock();
    const waiting = withinLimit(new Promise(() => undefined), 100, clock);
    clock.advance(100);
    await expect(waiting).rejects.toThrow('no answer within 100 ms');
  });
});

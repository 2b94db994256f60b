import { describe, expect, it } from 'vitest';
import { Recent } from '#controller/recent.ts';
import { Serial } from '#controller/serial.ts';
import { withinLimit } from '#controller/jobs/time-limit.ts';
import { HandClock } from '../engines/hand-clock.ts';

describe('serial work', () => {
  it('runs in the order in which it came, also after a failure', async () => {
    const serial = new Serial();
    const done: string[] = [];
    const slow = serial.run(async () => {
      await Promise.resolve();
      done.push('slow');
      throw new Error('no');
    });
    const quick = serial.run(async () => done.push('quick'));
    await expect(slow).rejects.toThrow('no');
    await quick;
    expect(done).toEqual(['slow', 'quick']);
  });
});

describe('a wait with a limit', () => {
  it('gives the answer and leaves no timer behind', async () => {
    const clock = new HandClock();
    await expect(withinLimit(Promise.resolve(7), 100, clock)).resolves.toBe(7);
    expect(clock.pending).toBe(0);
  });

  it('ends without an answer', async () => {
    const clock = new HandClock();
    const waiting = withinLimit(new Promise(() => undefined), 100, clock);
    clock.advance(100);
    await expect(waiting).rejects.toThrow('no answer within 100 ms');
  });
});

describe('recent values', () => {
  it('forget the one that was not needed for longest', () => {
    const recent = new Recent<{ name: string }>(2);
    const made: string[] = [];
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) {
      recent.get(name, () => {
        made.push(name);
        return { name };
      });
    }
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });
});

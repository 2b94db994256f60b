import { describe, expect, it } from 'vitest';
import { LimitWatch } from '#controller/verification/limit-watch.ts';

describe('a limit of consecutive prints that are not verified', () => {
  it('is exceeded once, and again after a good print', () => {
    const watch = new LimitWatch({ consecutive: 2 });
    const exceeded = (['misread', 'not-read', 'mismatch', 'verified', 'not-read', 'not-read'] as const).map((verdict) =>
      watch.add(verdict),
    );
    expect(exceeded).toEqual([[], ['consecutive'], [], [], [], ['consecutive']]);
  });
});

describe('a limit of recent prints that are not verified', () => {
  it('is exceeded until enough good prints follow', () => {
    const watch = new LimitWatch({ recent: { failed: 2, of: 3 } });
    const states = (['mismatch', 'verified', 'mismatch', 'verified', 'verified'] as const).map((verdict) => {
      watch.add(verdict);
      return watch.exceeded;
    });
    expect(states).toEqual([[], [], ['recent'], [], []]);
  });
});

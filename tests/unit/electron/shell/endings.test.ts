import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Endings } from '#shell/endings.ts';

describe('the end', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('comes in reverse, one part after the other, and once', async () => {
    const ended: string[] = [];
    const endings = new Endings();
    for (const part of ['station', 'gateway', 'shell']) {
      endings.add(async () => {
        await Promise.resolve();
        ended.push(part);
      });
    }
    await Promise.all([endings.run(vi.fn()), endings.run(vi.fn())]);
    expect(ended).toEqual(['shell', 'gateway', 'station']);
  });

  it('comes for the others though one part fails', async () => {
    const fault = new Error('broken');
    const report = vi.fn();
    const first = vi.fn();
    const endings = new Endings();
    endings.add(first);
    endings.add(() => {
      throw fault;
    });
    await endings.run(report);
    expect([report.mock.calls, first.mock.calls.length]).toEqual([[[fault]], 1]);
  });

  it('comes for the others though one part hangs', async () => {
    const first = vi.fn();
    const endings = new Endings();
    endings.add(first);
    endings.add(() => new Promise(() => undefined));
    const ended = endings.run(vi.fn());
    await vi.advanceTimersByTimeAsync(12_000);
    await ended;
    expect(first).toHaveBeenCalledOnce();
  });
});

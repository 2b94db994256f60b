import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ShutdownStack } from '#shell/shutdown-stack.ts';

describe('the shutdown', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('runs its steps in reverse, one after the other, and once', async () => {
    const ended: string[] = [];
    const shutdown = new ShutdownStack(vi.fn());
    for (const part of ['station', 'gateway', 'shell']) {
      shutdown.defer(async () => {
        await Promise.resolve();
        ended.push(part);
      });
    }
    await Promise.all([shutdown.disposeAsync(), shutdown.disposeAsync()]);
    expect(ended).toEqual(['shell', 'gateway', 'station']);
  });

  it('has ended for every caller only when all steps have run', async () => {
    const step = Promise.withResolvers<undefined>();
    const shutdown = new ShutdownStack(vi.fn());
    shutdown.defer(() => step.promise);
    void shutdown.disposeAsync();
    const second = vi.fn();
    const ended = shutdown.disposeAsync().then(second);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(second).not.toHaveBeenCalled();
    step.resolve(undefined);
    await ended;
  });

  it('reports a step that fails, and runs the others', async () => {
    const failure = new Error('broken');
    const report = vi.fn();
    const first = vi.fn();
    const shutdown = new ShutdownStack(report);
    shutdown.defer(first);
    shutdown.defer(() => {
      throw failure;
    });
    await shutdown.disposeAsync();
    expect([report.mock.calls, first.mock.calls.length]).toEqual([[[failure]], 1]);
  });

  it('does not wait longer than 12 s for a step', async () => {
    const first = vi.fn();
    const shutdown = new ShutdownStack(vi.fn());
    shutdown.defer(first);
    shutdown.defer(() => new Promise(() => undefined));
    const ended = shutdown.disposeAsync();
    await vi.advanceTimersByTimeAsync(12_000);
    await ended;
    expect(first).toHaveBeenCalledOnce();
  });
});

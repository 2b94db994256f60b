import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { effectScope, type EffectScope } from 'vue';
import { usePolled, type Polled } from '#renderer/plant/client/use-polled.ts';

const PAUSE = 2_000;
let scope: EffectScope;
let signals: AbortSignal[];
let answers: (number | Error)[];
let visibility: DocumentVisibilityState;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 14, 3) });
  scope = effectScope();
  signals = [];
  answers = [];
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});

afterEach(() => {
  scope.stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Polls the answers one after the other. */
async function poll(...given: (number | Error)[]): Promise<Polled<number>> {
  answers = given;
  const polled = scope.run(() =>
    usePolled(async (signal) => {
      const answer = answers[signals.length] ?? 0;
      signals.push(signal);
      if (answer instanceof Error) throw answer;
      return answer;
    }, PAUSE),
  ) as Polled<number>;
  await vi.advanceTimersByTimeAsync(0);
  return polled;
}

async function show(state: DocumentVisibilityState): Promise<void> {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
}

describe('data that are read again and again', () => {
  it('are read at once and after each pause', async () => {
    const { value } = await poll(1, 2);
    expect(value.value).toBe(1);
    await vi.advanceTimersByTimeAsync(PAUSE - 1);
    expect(value.value).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(value.value).toBe(2);
  });

  it('stay after a failure, with the time at which they were read, until the next answer', async () => {
    const { value, readAt, problem } = await poll(1, new Error('lost'), 3);
    const first = readAt.value;
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect([value.value, readAt.value, problem.value?.detail]).toEqual([1, first, 'lost']);
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect([value.value, readAt.value, problem.value]).toEqual([3, (first ?? 0) + 2 * PAUSE, undefined]);
  });

  it('are not read while the page is hidden, and at once when it is shown', async () => {
    const { value } = await poll(1, 2);
    await show('hidden');
    await vi.advanceTimersByTimeAsync(10 * PAUSE);
    expect([value.value, signals.length]).toEqual([1, 1]);
    await show('visible');
    expect([value.value, signals.length]).toEqual([2, 2]);
  });

  it('are not read any more, and a read is aborted, when the page is left', async () => {
    await poll(1);
    scope.stop();
    await vi.advanceTimersByTimeAsync(10 * PAUSE);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
});

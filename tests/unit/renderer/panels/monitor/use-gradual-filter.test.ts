import { afterEach, describe, expect, it } from 'vitest';
import { effectScope, nextTick, shallowRef } from 'vue';
import { nextPaint } from '#renderer/domain/browser/next-task.ts';
import { useGradualFilter } from '#renderer/panels/monitor/use-gradual-filter.ts';

let scope = effectScope();
afterEach(() => {
  scope.stop();
  scope = effectScope();
});

const keys = (count: number): string[] => Array.from({ length: count }, (_, index) => `Line ${index + 1}`);

function follow(start: readonly string[]) {
  const wanted = shallowRef<ReadonlySet<string>>(new Set(start));
  const hidden = scope.run(() => useGradualFilter(() => wanted.value))!;
  return { hidden, want: (next: readonly string[]) => (wanted.value = new Set(next)) };
}

describe('what a filter hides', () => {
  it('is hidden at once on a board of a few printers, and appears at once', async () => {
    const { hidden, want } = follow([]);
    want(keys(12));
    await nextTick();
    const seen = [[...hidden.value]];
    want(['Line 3']);
    await nextTick();
    seen.push([...hidden.value]);
    expect(seen).toEqual([keys(12), ['Line 3']]);
  });

  it('disappears from the top, in several frames on a board of hundreds', async () => {
    const { hidden, want } = follow([]);
    want(keys(500));
    await nextTick();
    const first = [...hidden.value];
    expect(first).toEqual(keys(first.length));
    expect(first.length).toBeLessThan(500);
    while (hidden.value.size < 500) await nextPaint();
    expect([...hidden.value]).toEqual(keys(500));
  });

  it('is that of the last filter, if another one comes between two frames', async () => {
    const { hidden, want } = follow(keys(100));
    want([]);
    await nextTick();
    want(keys(500).slice(50));
    await nextTick();
    while (hidden.value.size !== 450) await nextPaint();
    expect(hidden.value).toEqual(new Set(keys(500).slice(50)));
  });
});

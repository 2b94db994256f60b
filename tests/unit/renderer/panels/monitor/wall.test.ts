import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { effectScope, nextTick, shallowRef, type EffectScope } from 'vue';
import { useRotation } from '#renderer/panels/monitor/use-rotation.ts';
import { wallCapacity, wallGrid, wallPages } from '#renderer/panels/monitor/wall-pages.ts';

const tiles = (count: number) => Array.from({ length: count }, (_, index) => ({ connection: 'c', printer: `P${index}` }));
const FULL_HD = { width: 1888, height: 968 };

describe('the screens of a wall', () => {
  it('hold as many tiles as are legible from two metres', () => {
    expect([wallCapacity(FULL_HD), wallCapacity({ width: 300, height: 200 })]).toEqual([12, 1]);
  });

  it('split a long line into parts of similar size', () => {
    const pages = wallPages([{ key: 'l', title: 'Filling', tiles: tiles(14) }], 12, ({ printer }) => printer === 'P9');
    expect(pages.map(({ title, part, parts, tiles: own, isCritical }) => [title, part, parts, own.length, isCritical])).toEqual([
      ['Filling', 1, 2, 7, false],
      ['Filling', 2, 2, 7, true],
    ]);
  });

  it('scale few and many tiles to the largest size that fits', () => {
    expect(wallGrid(1, FULL_HD)).toEqual({ columns: 1, zoom: 3 });
    const many = wallGrid(12, FULL_HD);
    expect([many.columns, many.zoom > 1.4]).toEqual([4, true]);
  });
});

describe('the rotation of a wall', () => {
  let scope: EffectScope;
  const stops = shallowRef<{ key: string; isCritical: boolean }[]>([]);
  const set = (...critical: string[]): void => {
    stops.value = ['a', 'b', 'c'].map((key) => ({ key, isCritical: critical.includes(key) }));
  };
  const run = () =>
    scope.run(() =>
      useRotation(
        () => stops.value,
        () => 10,
      ),
    )!;

  beforeEach(() => {
    vi.useFakeTimers();
    scope = effectScope();
    set();
  });

  afterEach(() => {
    scope.stop();
    vi.useRealTimers();
  });

  it('shows one after the other and starts again', () => {
    const { key } = run();
    const seen = [1, 2, 3, 4].map(() => {
      const now = key.value;
      vi.advanceTimersByTime(10_000);
      return now;
    });
    expect(seen).toEqual(['a', 'b', 'c', 'a']);
  });

  it('stops while it is paused', async () => {
    const { key, togglePause } = run();
    togglePause();
    await nextTick();
    vi.advanceTimersByTime(60_000);
    expect(key.value).toBe('a');
    togglePause();
    await nextTick();
    vi.advanceTimersByTime(10_000);
    expect(key.value).toBe('b');
  });

  it('goes at once to a critical one, stays there, and continues when that is over', async () => {
    const { key } = run();
    set('c');
    await nextTick();
    const at: (string | undefined)[] = [key.value];
    vi.advanceTimersByTime(25_000);
    at.push(key.value);
    set();
    await nextTick();
    vi.advanceTimersByTime(10_000);
    expect([...at, key.value]).toEqual(['c', 'c', 'a']);
  });

  it('alternates between several critical ones', async () => {
    const { key } = run();
    set('a', 'c');
    await nextTick();
    vi.advanceTimersByTime(10_000);
    const second = key.value;
    vi.advanceTimersByTime(10_000);
    expect([second, key.value]).toEqual(['c', 'a']);
  });
});

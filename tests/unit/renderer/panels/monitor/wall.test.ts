import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { effectScope, nextTick, shallowRef, type EffectScope } from 'vue';
import { useRotation } from '#renderer/panels/monitor/use-rotation.ts';
import type { LinePrinter } from '#contract/station/lines.ts';
import { wallCapacity, wallGrid, wallPages, type WallPage } from '#renderer/panels/monitor/wall-pages.ts';

const tiles = (count: number) => Array.from({ length: count }, (_, index) => ({ connection: 'c', printer: `P${index}` }));
const filling = (count: number) => ({ key: 'l', title: 'Filling', tiles: tiles(count) });
const shape = (pages: WallPage[]) =>
  pages.map(({ title, part, parts, tiles: own, isCritical }) => [title, part, parts, own.length, isCritical]);
const FULL_HD = { width: 1888, height: 968 };

describe('the screens of a wall', () => {
  it('hold as many tiles as are legible from two metres', () => {
    expect([wallCapacity(FULL_HD), wallCapacity({ width: 300, height: 200 })]).toEqual([15, 1]);
  });

  it('split a long line into parts of similar size', () => {
    expect(shape(wallPages({ groups: [filling(14)], capacity: 12, standingOf: () => 'printing' }))).toEqual([
      ['Filling', 1, 2, 7, false],
      ['Filling', 2, 2, 7, false],
    ]);
  });

  it('begin with the printers in alarm, which keep their places in their lines too', () => {
    const standingOf = ({ printer }: LinePrinter) => (printer === 'P9' ? 'critical' : printer === 'P3' ? 'caution' : 'printing');
    const pages = wallPages({ groups: [filling(14)], capacity: 12, standingOf });
    expect(shape(pages)).toEqual([
      [undefined, 1, 1, 2, true],
      ['Filling', 1, 2, 7, false],
      ['Filling', 2, 2, 7, false],
    ]);
    expect([pages[0]?.tiles, pages[1]?.tiles].map((shown) => shown?.map(({ printer }) => printer).join(' '))).toEqual([
      'P9 P3',
      'P0 P1 P2 P3 P4 P5 P6',
    ]);
  });

  it('are one for a plant that fits it, its printers in alarm first', () => {
    const pages = wallPages({ groups: [filling(3)], capacity: 12, standingOf: ({ printer }) => (printer === 'P2' ? 'critical' : 'ready') });
    expect(pages.map(({ tiles: own, isCritical }) => [own.map(({ printer }) => printer).join(' '), isCritical])).toEqual([
      ['P2 P0 P1', true],
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

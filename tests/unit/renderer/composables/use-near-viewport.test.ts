import { mount } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defineComponent, h, useTemplateRef } from 'vue';
import type * as fresh from '#renderer/composables/use-near-viewport.ts';
import { untilHolds } from '#support/until-holds.ts';

/** A new module instance, because an earlier test may have left its observer behind. */
let useNearViewport: typeof fresh.useNearViewport;
/** Reports elements as the browser does. */
let tell: (entries: { target: Element; isIntersecting: boolean }[]) => void;

class Observer {
  constructor(callback: typeof tell) {
    tell = callback;
  }
  observe(): void {}
  unobserve(): void {}
}

const Tile = defineComponent({
  props: { isLazy: Boolean },
  setup: (props) => {
    const isNear = useNearViewport(useTemplateRef<HTMLElement>('tile'), () => props.isLazy);
    return () => h('li', { ref: 'tile' }, isNear.value ? 'near' : 'far');
  },
});

function open(count: number, isLazy = true) {
  const wall = mount({
    render: () =>
      h(
        'ul',
        Array.from({ length: count }, () => h(Tile, { isLazy })),
      ),
  });
  const tiles = wall.findAll('li');
  return {
    wall,
    tiles: tiles.map(({ element }) => element),
    nearOnes: () => wall.findAll('li').filter((tile) => tile.text() === 'near').length,
  };
}

describe('the tiles of a long page', () => {
  beforeEach(async () => {
    vi.stubGlobal('IntersectionObserver', Observer);
    vi.resetModules();
    ({ useNearViewport } = await import('#renderer/composables/use-near-viewport.ts'));
  });
  afterEach(() => vi.unstubAllGlobals());

  it('become near a few per frame, until all of them are', async () => {
    const frames: FrameRequestCallback[] = [];
    vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => frames.push(draw));
    const { wall, tiles, nearOnes } = open(20);
    tell(tiles.map((target) => ({ target, isIntersecting: true })));
    const drawn = [nearOnes()];
    while (drawn.at(-1) !== 20) {
      await untilHolds(() => expect(frames).toHaveLength(1));
      drawn.push(nearOnes());
      frames.pop()?.(0);
    }
    expect(drawn).toEqual([0, 4, 8, 12, 16, 20]);
    wall.unmount();
  });

  it('are not rendered if they are gone before their frame', async () => {
    const { wall, tiles, nearOnes } = open(20);
    tell(tiles.map((target) => ({ target, isIntersecting: true })));
    tell(tiles.slice(10).map((target) => ({ target, isIntersecting: false })));
    await untilHolds(() => expect(nearOnes()).toBe(10));
    tell(tiles.slice(0, 10).map((target) => ({ target, isIntersecting: false })));
    await untilHolds(() => expect(nearOnes()).toBe(0));
    wall.unmount();
  });

  it('are always near when they are few', () => {
    const { wall, nearOnes } = open(3, false);
    expect(nearOnes()).toBe(3);
    wall.unmount();
  });
});

import { mount, type VueWrapper } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import { defineComponent, h } from 'vue';
import { useStagedRender, whenRendered } from '#renderer/composables/use-staged-render.ts';

/** A page and the steps that it has rendered so far. */
function open(last: number): { page: VueWrapper; drawn: number[] } {
  const drawn: number[] = [];
  const Page = defineComponent({
    setup: () => {
      const turn = useStagedRender(last);
      return () => h('p', drawn.push(turn.value));
    },
  });
  return { page: mount(Page), drawn };
}

describe('a page that is rendered in steps', () => {
  it('shows the first step at once and the others one by one', async () => {
    const { page, drawn } = open(3);
    expect(drawn).toEqual([0]);
    await whenRendered();
    expect(drawn).toEqual([0, 1, 2, 3]);
    page.unmount();
  });

  it('is not rendered further after it was left', async () => {
    const { page, drawn } = open(3);
    page.unmount();
    await whenRendered();
    expect(drawn).toEqual([0]);
  });
});

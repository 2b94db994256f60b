import { mount, type VueWrapper } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import { defineComponent, h } from 'vue';
import { useTurns, whenDrawn } from '#renderer/composables/use-turns.ts';

/** A page, and the turns in which it was drawn so far. */
function open(last: number): { page: VueWrapper; drawn: number[] } {
  const drawn: number[] = [];
  const Page = defineComponent({
    setup: () => {
      const turn = useTurns(last);
      return () => h('p', drawn.push(turn.value));
    },
  });
  return { page: mount(Page), drawn };
}

describe('a page that is drawn in turns', () => {
  it('shows what comes first at once, and the rest turn by turn', async () => {
    const { page, drawn } = open(3);
    expect(drawn).toEqual([0]);
    await whenDrawn();
    expect(drawn).toEqual([0, 1, 2, 3]);
    page.unmount();
  });

  it('is not drawn further once it was left', async () => {
    const { page, drawn } = open(3);
    page.unmount();
    await whenDrawn();
    expect(drawn).toEqual([0]);
  });
});

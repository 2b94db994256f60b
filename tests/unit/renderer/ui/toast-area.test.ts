import { afterEach, expect, it, vi } from 'vitest';
import { openPageRig, type PageRig } from '#support/page-rig.ts';
import ToastArea from '#renderer/ui/ToastArea.vue';

let rig: PageRig;
afterEach(() => {
  rig.end();
  vi.restoreAllMocks();
});

const TOAST = { id: 1, text: 'Job unloaded', kind: 'done' } as const;

/** The corner of the notices after a press of a button that is in a row with this box. */
async function cornerAfterPressIn(box: { left: number; width: number }): Promise<string[]> {
  rig = await openPageRig({});
  document.body.insertAdjacentHTML('beforeend', '<ul><li><button></button></li></ul>');
  Object.defineProperty(document.documentElement, 'clientWidth', { value: 1280, configurable: true });
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.matches('li') ? new DOMRect(box.left, 680, box.width, 60) : new DOMRect(16, 700, 420, 80);
  });
  const area = rig.mount(ToastArea, { toasts: [] });
  document.querySelector('li > button')?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  await area.setProps({ toasts: [TOAST] });
  return area.get('.toasts').classes();
}

it('the notices leave the corner in which they would cover what was pressed', async () => {
  expect(await cornerAfterPressIn({ left: 100, width: 300 })).toContain('right');
});

it('the notices stay in their corner where they cover nothing that was pressed', async () => {
  expect(await cornerAfterPressIn({ left: 700, width: 300 })).toContain('left');
});

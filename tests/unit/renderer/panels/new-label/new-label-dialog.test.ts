import { flushPromises } from '@vue/test-utils';
import axios, { AxiosError } from 'axios';
import { afterEach, expect, it, vi } from 'vitest';
import NewLabelDialog from '#renderer/panels/new-label/NewLabelDialog.vue';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

let rig: PageRig;
afterEach(() => {
  rig.end();
  vi.restoreAllMocks();
});

it('scrolls back to a missing name from any scroll position', async () => {
  const none = async () => [];
  // Without fonts, templates are not drawn.
  vi.spyOn(axios, 'get').mockRejectedValue(new AxiosError('no fonts'));
  rig = await openPageRig({
    labels: { list: none },
    variables: { list: none },
    counters: { list: none },
    shiftCodes: { list: none },
    tables: { list: none },
  });
  rig.mount(NewLabelDialog, { connection: 'c1', open: true });
  await flushPromises();
  document.querySelector<HTMLElement>('[type=submit]')?.click();
  await flushPromises();
  expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement?.closest('.name')?.textContent).toContain('Enter a name.');
});

import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Recovery } from '#contract/api-v3/backup.ts';
import StationNotice from '#renderer/panels/app/StationNotice.vue';
import { useLinkStore } from '#renderer/stores/link-state.ts';
import { aConnection } from '#support/fleet.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

let rig: PageRig | undefined;
afterEach(() => rig?.end());

const RECOVERY: Recovery = {
  reason: 'backup',
  found: '2026-11-21T07:00:00.000Z',
  dataUntil: '2026-11-21T06:00:00.000Z',
  counters: [{ name: 'Serial', from: 4, to: 1_008 }],
  endedJobs: 2,
};

async function showNotice(recovery: Recovery) {
  let open: Recovery | null = recovery;
  const operations = {
    get: async () => ({ recovery: open }),
    confirm: async () => {
      open = null;
      return {};
    },
  };
  rig = await openPageRig({ recovery: operations }, [aConnection({ name: 'Hall 2', isRestored: true })]);
  useLinkStore().follow({ kind: 'open' });
  const notice = rig.mount(StationNotice);
  // The notice is loaded when there is something to say.
  await vi.dynamicImportSettled();
  await flushPromises();
  return notice;
}

const dialog = (): string => document.querySelector('[role="alertdialog"]')?.textContent ?? '';

async function press(words: string): Promise<void> {
  const key = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === words);
  key?.click();
  await flushPromises();
}

describe('the notice of restored data', () => {
  it('B9 says that nothing prints, why, and up to when the data include prints', async () => {
    expect((await showNotice(RECOVERY)).get('p').text()).toBe(
      'Printing blocked: the data of Hall 2 was restored. It comes from a backup, which does not include later prints. ' +
        'It includes prints up to 21 NOV 2026, 07:00, Europe/Berlin.',
    );
  });

  it('H18 asks with the changes before anything prints from them, and disappears after the confirmation', async () => {
    const notice = await showNotice(RECOVERY);
    await press('Review and confirm');
    expect(dialog()).toContain('Resume printing with the restored data of Hall 2?');
    expect(dialog()).toContain('The counter "Serial" was advanced from 4 to 1008 so that no number is repeated.');
    expect(dialog()).toContain('2 jobs were ended');
    await press('Resume printing');
    expect(notice.text()).toBe('');
  });

  it('says so if that time is unknown', async () => {
    const words = (await showNotice({ ...RECOVERY, reason: 'high-water-mark-lost', dataUntil: null, counters: [], endedJobs: 0 }))
      .get('p')
      .text();
    expect(words).toMatch(/was restored\. The last serial numbers used can no longer be read\.$/);
  });
});

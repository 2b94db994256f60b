import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import HistoryPanel from '#renderer/panels/history/HistoryPanel.vue';
import { aConnection } from '#support/fleet.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';
import { untilHolds } from '#support/until-holds.ts';

let rig: PageRig;

afterEach(() => {
  rig.end();
  vi.useRealTimers();
});

it('the period of a history without bars is the requested one', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 12) });
  rig = await openPageRig({ history: { read: async () => ({ time: [], count: [] }) } }, [aConnection({ timeZone: 'UTC' })]);
  const panel = rig.mount(HistoryPanel, { connection: 'c1', printer: 'Line 1' });
  await flushPromises();
  await untilHolds(() => expect(panel.find('.total').exists()).toBe(true));
  expect(panel.get('.total').text()).toContain('21 NOV 2026 11:01');
  expect(panel.get('.total').text()).not.toContain('1970');
});

import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import VersionsPanel from '#renderer/panels/label-workbench/VersionsPanel.vue';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const version = (revision: number) => ({
  revision,
  author: revision === 1 ? '' : 'Ada',
  created: '2026-11-21T06:00:00Z',
  isCurrent: revision === 3,
  approval: revision === 3 ? ('in-review' as const) : ('approved' as const),
  decisions: [],
});

describe('the versions of a label', () => {
  let rig: PageRig;
  const asked: (number | undefined)[] = [];

  beforeEach(async () => {
    asked.length = 0;
    rig = await openPageRig({
      labels: {
        list: async () => [],
        versions: async ({ query }) => {
          asked.push(query.before as number | undefined);
          return query.before === undefined ? { versions: [version(3), version(2)], next: 2 } : { versions: [version(1)], next: null };
        },
      },
      tables: { list: async () => [] },
    });
  });
  afterEach(() => rig.end());

  const mount = async () => {
    const panel = rig.mount(VersionsPanel, { connection: 'c1', name: 'Tea', saves: 0, label: {} });
    await flushPromises();
    return panel;
  };

  it('are listed with author, time and approval, and all but the current one can be compared', async () => {
    const panel = await mount();
    expect(panel.findAll('li').map((item) => item.text())).toEqual([
      'Version 321 NOV 2026 07:00:00, Europe/ZurichIn reviewAdacurrentReview',
      'Version 221 NOV 2026 07:00:00, Europe/ZurichApprovedAdaCompareReview',
    ]);
  });

  it('are read down to the oldest, which may have no author', async () => {
    const panel = await mount();
    await panel.findAll('button').at(-1)?.trigger('click');
    await flushPromises();
    expect(panel.findAll('li').at(-1)?.text()).toContain('author unknown');
    expect([asked, panel.text().includes('Show older versions')]).toEqual([[undefined, 2], false]);
  });
});

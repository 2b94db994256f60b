import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ControllerSettings } from '#contract/api-v3/settings.ts';
import DatesPanel from '#renderer/panels/dates/DatesPanel.vue';
import { CONNECTION, openPageRig, type PageRig } from '#support/page-rig.ts';

let rig: PageRig;
/** Settings that the panel does not show. */
const OTHERS = { labelChangesReachRunningJobs: true, fallbackFonts: [{ family: 'Han', style: '' }] };
let kept: ControllerSettings;

beforeEach(() => {
  kept = { timeZone: 'Europe/Zurich', monthEnd: 'end', productionDayStart: 0, ...OTHERS };
});

afterEach(() => rig.end());

async function open(connection = CONNECTION): Promise<VueWrapper> {
  rig = await openPageRig(
    {
      settings: {
        get: async () => kept,
        put: async ({ settings }) => ((kept = settings as ControllerSettings), {}),
      },
    },
    [connection],
  );
  const panel = rig.mount(DatesPanel, { connection: 'c1' });
  await flushPromises();
  return panel;
}

describe('the date settings', () => {
  it('show what a month after 31 January prints as soon as the option is chosen', async () => {
    const panel = await open();
    expect(panel.get('[role=status]').text()).toContain('31 January 2027 + 1 month prints as 28.02.2027.');
    await panel.get('select').setValue('spill');
    expect(panel.get('[role=status]').text()).toContain('31 January 2027 + 1 month prints as 03.03.2027.');
  });

  it('are saved', async () => {
    const panel = await open();
    const [zone, start] = panel.findAll('input');
    await zone?.setValue('Asia/Tokyo');
    await start?.setValue('6:30');
    await panel.get('form').trigger('submit');
    await flushPromises();
    expect(kept).toEqual({ ...OTHERS, timeZone: 'Asia/Tokyo', monthEnd: 'end', productionDayStart: 390 });
  });

  it('report an unknown time zone at its field, and save nothing', async () => {
    const panel = await open();
    await panel.get('input').setValue('Europe/Atlantis');
    await panel.get('form').trigger('submit');
    await flushPromises();
    expect([panel.get('[role=alert]').text(), kept.timeZone]).toEqual([
      'This time zone does not exist. Enter one such as Europe/Berlin.',
      'Europe/Zurich',
    ]);
  });

  it('say so if a controller does not report them', async () => {
    const panel = await open({ ...CONNECTION, hasExtensions: false });
    expect([panel.text().includes('Date settings are not available on this controller'), panel.find('form').exists()]).toEqual([
      true,
      false,
    ]);
  });
});

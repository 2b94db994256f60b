import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ControllerSettings } from '#contract/api-v3/settings.ts';
import DatesPanel from '#renderer/panels/dates/DatesPanel.vue';
import { CONNECTION, openPageRig, type PageRig } from '#support/page-rig.ts';

let rig: PageRig;
let kept: ControllerSettings;

beforeEach(() => {
  kept = { timeZone: 'Europe/Zurich', monthEnd: 'end', productionDayStart: 0 };
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

describe('the panel about dates', () => {
  it('says what a month after 31 January prints as soon as the choice is made', async () => {
    const panel = await open();
    expect(panel.get('[role=status]').text()).toContain('31 January 2027 + 1 month prints 28.02.2027.');
    await panel.get('select').setValue('spill');
    expect(panel.get('[role=status]').text()).toContain('31 January 2027 + 1 month prints 03.03.2027.');
  });

  it('saves the settings', async () => {
    const panel = await open();
    const [zone, start] = panel.findAll('input');
    await zone?.setValue('Asia/Tokyo');
    await start?.setValue('6:30');
    await panel.get('form').trigger('submit');
    await flushPromises();
    expect(kept).toEqual({ timeZone: 'Asia/Tokyo', monthEnd: 'end', productionDayStart: 390 });
  });

  it('says at the field that there is no such time zone, and saves nothing', async () => {
    const panel = await open();
    await panel.get('input').setValue('Europe/Atlantis');
    await panel.get('form').trigger('submit');
    await flushPromises();
    expect([panel.get('[role=alert]').text(), kept.timeZone]).toEqual([
      'There is no such time zone. One looks like Europe/Berlin.',
      'Europe/Zurich',
    ]);
  });

  it('says so where a controller does not tell', async () => {
    const panel = await open({ ...CONNECTION, hasExtensions: false });
    expect([panel.text().includes('This controller does not say how it makes dates'), panel.find('form').exists()]).toEqual([true, false]);
  });
});

import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SimulatedFaults } from '#contract/api-v3/simulated-fault.ts';
import SimulatedFaultsPanel from '#renderer/panels/simulated-faults/SimulatedFaultsPanel.vue';
import { CONNECTION, openPageRig, type PageRig } from '#support/page-rig.ts';

let rig: PageRig;
let list: SimulatedFaults;
let requests: object[];
let cleared: string[];

beforeEach(async () => {
  list = {
    faults: [
      { fault: 'cover-open', state: 'off' },
      { fault: 'power-cut', state: 'waiting', after: 3 },
      { fault: 'purge', state: 'active' },
      { fault: 'flood', state: 'off' },
    ],
    random: null,
  };
  requests = [];
  cleared = [];
  rig = await openPageRig({
    simulatedFaults: {
      list: async () => list,
      cause: async ({ connection: _, printer: __, ...request }) => (requests.push(request), {}),
      clear: async ({ fault }) => (cleared.push(fault), {}),
    },
  });
});
afterEach(() => rig.end());

async function open(): Promise<VueWrapper> {
  const wrapper = rig.mount(SimulatedFaultsPanel, { connection: CONNECTION.id, printer: 'Line 1' });
  await flushPromises();
  return wrapper;
}
const press = async (wrapper: VueWrapper, name: string): Promise<void> => {
  await wrapper.find(`button[aria-label="${name}"]`).trigger('click');
  await flushPromises();
};

it('lists the faults by name with their states; one of a later version by its own name', async () => {
  const wrapper = await open();
  const rows = wrapper.findAll('li .name').map((row) => row.text().replaceAll(/\s+/g, ' '));
  expect(rows).toEqual(['Cover open', 'Power cut Waits for prints: 3', 'Print head purge Active', 'flood']);
});

it('causes a fault with one press, at once or after prints', async () => {
  const wrapper = await open();
  await press(wrapper, 'Start fault: Cover open');
  await wrapper.find('input').setValue('5');
  await press(wrapper, 'Start fault: Cover open');
  expect(requests).toMatchObject([
    { fault: 'cover-open', after: 0 },
    { fault: 'cover-open', after: 5 },
  ]);
});

it('ends a fault that is active or waits', async () => {
  const wrapper = await open();
  await press(wrapper, 'End fault: Print head purge');
  await press(wrapper, 'End fault: Power cut');
  expect(cleared).toEqual(['purge', 'power-cut']);
});

it('starts and stops random faults with a seed', async () => {
  const wrapper = await open();
  const [seed, rate] = wrapper.findAll('form input');
  await seed!.setValue('42');
  await rate!.setValue('25');
  list = { ...list, random: { seed: 42, rate: 0.25 } };
  await wrapper.find('form').trigger('submit');
  await flushPromises();
  expect(requests).toMatchObject([{ random: true, seed: 42, rate: 0.25 }]);
  expect(wrapper.text()).toContain('Random faults are on, seed 42.');
  await wrapper.find('form button').trigger('click');
  await flushPromises();
  expect(requests[1]).toMatchObject({ random: false });
});

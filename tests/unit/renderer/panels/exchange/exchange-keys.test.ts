import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it } from 'vitest';
import ExchangeKeys from '#renderer/panels/exchange/ExchangeKeys.vue';
import { useNoticesStore } from '#renderer/stores/notices.ts';
import { CONNECTION, openPageRig, type PageRig } from '#support/page-rig.ts';

let rig: PageRig;

afterEach(() => rig.end());

/** The keys of a list that shows these names, and what was read. */
async function open(state: 'online' | 'lost', list: { names: string[]; isSearched: boolean }) {
  const read: string[] = [];
  rig = await openPageRig(
    { variables: { get: async ({ name }) => (read.push(name), { value: name, description: '', userEdit: false, pinned: false }) } },
    [{ ...CONNECTION, state }],
  );
  const keys = rig.mount(ExchangeKeys, { noun: 'variables', connection: 'c1', ...list });
  const said = () => useNoticesStore().notices.map(({ text, kind }) => [kind, text]);
  const press = async () => {
    await keys.find('button').trigger('click');
    await flushPromises();
  };
  return { keys, read, said, press };
}

it('refuses to export what a controller told before it was lost, with the reason', async () => {
  const { read, said, press } = await open('lost', { names: ['Lot'], isSearched: false });
  await press();
  expect(read).toEqual([]);
  expect(said()).toEqual([['failed', 'Line 1 does not answer: nothing can be exported or imported now.']]);
});

it('refuses to import a file while the controller is away, and keeps nothing of it', async () => {
  const { keys, said } = await open('lost', { names: [], isSearched: false });
  keys.getComponent({ name: 'FilePicker' }).vm.$emit('choose', new File(['{}'], 'variables.json'));
  await flushPromises();
  expect(document.querySelector('[role=dialog]')).toBeNull();
  expect(said()).toHaveLength(1);
});

it('exports what is found, and says so on the key', async () => {
  const { keys, read, press } = await open('online', { names: ['Lot', 'Batch'], isSearched: true });
  expect(keys.find('button').text()).toBe('Export those found (2)');
  await press();
  expect(read).toEqual(['Lot', 'Batch']);
});

import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it } from 'vitest';
import ImportExportButtons from '#renderer/panels/import-export/ImportExportButtons.vue';
import { useNoticesStore } from '#renderer/stores/notices.ts';
import { CONNECTION, openPageRig, type PageRig } from '#support/page-rig.ts';

let rig: PageRig;

afterEach(() => rig.end());

/** The buttons of a list with these names, and the reads that they cause. */
async function open(state: 'online' | 'lost', list: { names: string[]; isSearched: boolean }) {
  const read: string[] = [];
  rig = await openPageRig(
    { variables: { get: async ({ name }) => (read.push(name), { value: name, description: '', userEdit: false, pinned: false }) } },
    [{ ...CONNECTION, state }],
  );
  const keys = rig.mount(ImportExportButtons, { noun: 'variables', connection: 'c1', ...list });
  const said = () => useNoticesStore().notices.map(({ text, kind }) => [kind, text]);
  const press = async () => {
    await keys.find('button').trigger('click');
    await flushPromises();
  };
  return { keys, read, said, press };
}

it('refuses to export the cached data of an unreachable controller, with the reason', async () => {
  const { read, said, press } = await open('lost', { names: ['Lot'], isSearched: false });
  await press();
  expect(read).toEqual([]);
  expect(said()).toEqual([['failed', 'Line 1 is not responding. Export and import are not available.']]);
});

it('refuses to import a file while the controller is unreachable, and stores nothing of it', async () => {
  const { keys, said } = await open('lost', { names: [], isSearched: false });
  keys.getComponent({ name: 'FilePicker' }).vm.$emit('choose', new File(['{}'], 'variables.json'));
  await flushPromises();
  expect(document.querySelector('[role=dialog]')).toBeNull();
  expect(said()).toHaveLength(1);
});

it('exports the search results, and says so on the button', async () => {
  const { keys, read, press } = await open('online', { names: ['Lot', 'Batch'], isSearched: true });
  expect(keys.find('button').text()).toBe('Export results (2)');
  await press();
  expect(read).toEqual(['Lot', 'Batch']);
});

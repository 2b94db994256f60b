import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it } from 'vitest';
import UnsavedEditComparison from '#renderer/panels/unsaved-edit/UnsavedEditComparison.vue';
import { CONNECTION, openPageRig, type PageRig } from '#support/page-rig.ts';

let rig: PageRig;
afterEach(() => rig.end());

it('cells that both sides changed are compared by row, counted from 1, and column', async () => {
  const holding = (first: string, third: string) => ({
    rowsVersion: first,
    cells: [
      { row: 0, column: 'Name', value: first },
      { row: 2, column: 'Name', value: third },
    ],
  });
  rig = await openPageRig(
    {
      unsavedEdits: {
        compare: async () => ({
          content: holding('Aioli', 'Relish'),
          base: holding('Ketchup', 'Mustard'),
          theirs: holding('Mayo', 'Mustard'),
        }),
      },
    },
    [CONNECTION],
  );
  const page = rig.mount(UnsavedEditComparison, { connection: 'c1', kind: 'cells', name: 'Products' });
  await flushPromises();
  const rows = page.findAll('tbody tr').map((row) => row.findAll('td').map((cell) => cell.text()));
  expect(rows).toEqual([
    ['1 / Name', 'Aioli', 'Mayo', 'Ketchup'],
    ['3 / Name', 'Relish', 'Mustard', 'Mustard'],
  ]);
});

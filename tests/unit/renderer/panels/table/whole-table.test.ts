import { isDeepStrictEqual } from 'node:util';
import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import NewTableDialog from '#renderer/panels/table/NewTableDialog.vue';
import TableDocument from '#renderer/panels/table/TableDocument.vue';
import { CONNECTION, openPageRig, type PageRig } from '#support/page-rig.ts';

type Table = Record<string, unknown>;

const PRODUCTS: Table = { recordset: [{ sku: 1 }] };
let there: Map<string, Table>;
let rig: PageRig;

beforeEach(async () => {
  there = new Map([['Products', PRODUCTS]]);
  rig = await openPageRig(
    {
      tables: {
        list: async () => [{ name: 'Products', summary: {} }],
        get: async ({ name }) => {
          const table = there.get(name);
          if (!table) throw new ProblemError('not-found');
          return table;
        },
        put: async ({ name, table, expected }) => {
          if (!isDeepStrictEqual(expected, there.get(name) ?? null)) throw new ProblemError('changed-meanwhile');
          // As the controller stores it.
          there.set(name, { ...table, saved: true });
          return {};
        },
      },
    },
    [{ ...CONNECTION, hasExtensions: false }],
  );
});

afterEach(() => rig.end());

async function press(name: string, within: ParentNode = document) {
  [...within.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === name)?.click();
  await flushPromises();
}

const question = () => document.querySelector('[role=alertdialog]');

describe('a whole table', () => {
  let panel: VueWrapper;

  beforeEach(async () => {
    panel = rig.mount(TableDocument, { connection: 'c1', name: 'Products' });
    await flushPromises();
  });

  async function save(text: string) {
    await panel.get('textarea').setValue(text);
    await press('Save');
    await press('Save', question() ?? document);
  }

  it('is saved over the content that was read, and then over the content as stored by its controller', async () => {
    await save('{ "recordset": [1] }');
    await save('{ "recordset": [2] }');
    expect(there.get('Products')).toEqual({ recordset: [2], saved: true });
  });

  it('E17 asks before it replaces a concurrent change, and keeps the inputs', async () => {
    there.set('Products', { recordset: [{ sku: 2 }] });
    await save('{ "recordset": [] }');
    expect(question()?.textContent).toContain('Someone else saved "Products"');
    expect([there.get('Products'), panel.get('textarea').element.value]).toEqual([{ recordset: [{ sku: 2 }] }, '{ "recordset": [] }']);

    await press('Replace');
    expect(there.get('Products')).toEqual({ recordset: [], saved: true });
  });
});

it('E17 is not saved over one that was created under the name meanwhile', async () => {
  const dialog = rig.mount(NewTableDialog, { open: false, connection: 'c1' });
  await dialog.setProps({ open: true });
  await flushPromises();
  there.set('Pallets', PRODUCTS);
  for (const [index, text] of ['Pallets', 'SSCC'].entries()) {
    const field = document.querySelectorAll('input')[index];
    if (field) field.value = text;
    field?.dispatchEvent(new Event('input'));
  }
  document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true, bubbles: true }));
  await flushPromises();
  expect(document.querySelector('[role=alert]')?.textContent).toContain('Check the current state, then decide again.');
  expect([there.get('Pallets'), dialog.emitted('created')]).toEqual([PRODUCTS, undefined]);
});

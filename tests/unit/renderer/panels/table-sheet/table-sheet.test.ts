import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import type { CellEdits, RowsQuery } from '#contract/api-v3/table.ts';
import { ProblemError } from '#contract/problem.ts';
import TableRows from '#renderer/panels/table/TableRows.vue';
import { useConnectionsStore } from '#renderer/stores/connections.ts';
import { useFleetStore } from '#renderer/stores/fleet/fleet.ts';
import { aJob, aPrinter, aStatus } from '#support/fleet.ts';
import { CONNECTION, openPageRig, type Operations, type PageRig } from '#support/page-rig.ts';

const COLUMNS = ['GTIN', 'Name'];
let rig: PageRig;
let cells: string[][];
let asked: Partial<RowsQuery>[];
let edits: CellEdits[];
let columns: string[];

afterEach(() => rig.end());

interface Opened {
  refusal?: ProblemError;
  hasExtensions?: boolean;
  /** The controller writes once this resolves. */
  until?: Promise<unknown>;
}

async function open({ refusal, hasExtensions = true, until }: Opened = {}): Promise<VueWrapper> {
  columns = [...COLUMNS];
  [cells, asked, edits] = [Array.from({ length: 1_000 }, (_, row) => [`${1_000 + row}`, `Milk ${row}`]), [], []];
  const operations: Operations = {
    tables: {
      list: async () => [],
      rows: async ({ query: sent }) => {
        const query = sent as Partial<RowsQuery>;
        asked.push(query);
        const { offset = 0, limit = 0 } = query;
        const rows = cells.map((row, number) => ({ row: number, cells: row })).slice(offset, offset + limit);
        return { columns, rows, total: cells.length, rowsVersion: '1' };
      },
      addRows: async ({ rows: { rows, at = cells.length } }) => {
        if (refusal) throw refusal;
        cells.splice(at, 0, ...rows.map((row) => [...row]));
        return { row: at, rowsVersion: '1' };
      },
      deleteRows: async ({ rows: { row, count } }) => ({ rows: cells.splice(Number(row), Number(count)), rowsVersion: '1' }),
      addColumn: async ({ column: { name, at = columns.length, cells: added } }) => {
        columns = columns.toSpliced(at, 0, name);
        for (const [index, row] of cells.entries()) row.splice(at, 0, added?.[index] ?? '');
        return { rowsVersion: '1' };
      },
      deleteColumn: async ({ column: { column } }) => {
        const at = columns.indexOf(column);
        columns = columns.toSpliced(at, 1);
        return { at, cells: cells.map((row) => row.splice(at, 1)[0] ?? ''), rowsVersion: '1' };
      },
      editCells: async ({ edits: sent }) => {
        edits.push(sent);
        await until;
        if (refusal) throw refusal;
        for (const { row, column, value } of sent.cells) cells[row]![COLUMNS.indexOf(column)] = value;
        return {};
      },
    },
  };
  rig = await openPageRig(operations, [{ ...CONNECTION, hasExtensions }]);
  const wrapper = rig.mount(TableRows, { connection: 'c1', name: 'Products' });
  await flushPromises();
  return wrapper;
}

describe('a table whose controller is unreachable', () => {
  it('is read once the controller is reachable', async () => {
    const summaries: Operations['tables'] = { list: async () => [] };
    let isAway = true;
    rig = await openPageRig(
      {
        tables: {
          ...summaries,
          rows: async () => {
            if (isAway) throw new ProblemError('controller-unreachable');
            return { columns: COLUMNS, rows: [{ row: 0, cells: ['1000', 'Milk 0'] }], total: 1, rowsVersion: '1' };
          },
        },
      },
      [{ ...CONNECTION, state: 'lost' }],
    );
    const wrapper = rig.mount(TableRows, { connection: 'c1', name: 'Products' });
    await flushPromises();
    expect(wrapper.find('[role=grid]').exists()).toBe(false);
    isAway = false;
    useConnectionsStore().apply({ type: 'snapshot', connections: [CONNECTION] });
    await flushPromises();
    expect(row(wrapper, 0)).toContain('Milk 0');
  });
});

const grid = (wrapper: VueWrapper) => wrapper.get('[role=grid]');
const row = (wrapper: VueWrapper, index: number) => wrapper.get(`[role=row][aria-rowindex="${index + 2}"]`).text();

/** Presses keys, of which "Control+" and "Shift+" may be held. */
async function press(wrapper: VueWrapper, ...keys: string[]): Promise<void> {
  for (const pressed of keys) {
    const key = pressed.replace(/^(Control|Shift)\+/u, '');
    await grid(wrapper).trigger('keydown', { key, ctrlKey: pressed.startsWith('Control+'), shiftKey: pressed.startsWith('Shift+') });
  }
  await flushPromises();
}

const names = (count: number) => cells.slice(0, count).map(([, name]) => name);

async function type(wrapper: VueWrapper, text: string): Promise<void> {
  await wrapper.get('textarea').setValue(text);
  await wrapper.get('textarea').trigger('keydown', { key: 'Enter' });
  await flushPromises();
}

async function click(wrapper: VueWrapper, name: string): Promise<void> {
  const inside = wrapper.findAll('button').find((button) => [button.text(), button.attributes('aria-label')].includes(name))?.element;
  const found = inside ?? [...document.body.querySelectorAll('button')].find((button) => button.textContent?.trim() === name);
  found?.click();
  await flushPromises();
}

async function chooseColumnCommand(wrapper: VueWrapper, name: string): Promise<void> {
  const trigger = wrapper.findAll('button').find((button) => button.text() === 'Column');
  await trigger?.trigger('click');
  await flushPromises();
  const item = [...document.body.querySelectorAll<HTMLElement>('[role=menuitem]')].find(({ textContent }) => textContent?.includes(name));
  item?.click();
  await flushPromises();
}

async function setField(field: HTMLInputElement | null, text: string): Promise<void> {
  if (!field) throw new Error('the dialog has no field');
  field.value = text;
  field.dispatchEvent(new Event('input'));
  await flushPromises();
}

describe('the sheet of a table', () => {
  it('renders only the visible rows, and shows their number', async () => {
    const wrapper = await open();
    expect(grid(wrapper).attributes()).toMatchObject({ 'aria-rowcount': '1001', 'aria-colcount': '3' });
    expect(wrapper.findAll('[role=row]').length).toBeLessThan(30);
    expect(row(wrapper, 2)).toContain('Milk 2');
  });

  it('sorts by a column, in reverse, and not at all', async () => {
    const wrapper = await open();
    await press(wrapper, 'ArrowUp', 'Enter');
    await press(wrapper, 'Enter');
    await press(wrapper, 'Enter');
    await flushPromises();
    expect(asked.map(({ sort, order }) => [sort, order])).toEqual([
      [undefined, undefined],
      ['GTIN', 'ascending'],
      ['GTIN', 'descending'],
      [undefined, undefined],
    ]);
  });

  it('edits a cell by keyboard with its previous content, and moves to the next', async () => {
    const wrapper = await open();
    await press(wrapper, 'ArrowRight', 'ArrowDown', 'Enter');
    await type(wrapper, 'Oat');
    expect(edits).toEqual([{ rowsVersion: '1', cells: [{ row: 1, column: 'Name', was: 'Milk 1', value: 'Oat' }] }]);
    expect(row(wrapper, 1)).toContain('Oat');
    expect(wrapper.get('[role=grid]').attributes('aria-activedescendant')).toMatch(/-2-1$/);
  });

  it('H22 undoes and redoes a change', async () => {
    const wrapper = await open();
    await press(wrapper, 'ArrowRight', 'Enter');
    await type(wrapper, 'Oat');
    await click(wrapper, 'Undo');
    expect(cells[0]).toEqual(['1000', 'Milk 0']);
    expect(edits.at(-1)?.cells).toEqual([{ row: 0, column: 'Name', was: 'Oat', value: 'Milk 0' }]);
    await click(wrapper, 'Redo');
    expect(cells[0]).toEqual(['1000', 'Oat']);
  });

  it('leaves a cell unchanged on Escape, and sends no unchanged content', async () => {
    const wrapper = await open();
    await press(wrapper, 'Enter');
    await wrapper.get('textarea').setValue('9');
    await wrapper.get('textarea').trigger('keydown', { key: 'Escape' });
    await flushPromises();
    await press(wrapper, 'Enter');
    await type(wrapper, '1000');
    expect(edits).toEqual([]);
  });

  it('shows a concurrent change, and what was not saved', async () => {
    const refusal = new ProblemError('changed-meanwhile', { detail: '"Name" in row 1 is "Cream" now.' });
    const wrapper = await open({ refusal });
    cells[0]![1] = 'Cream';
    await press(wrapper, 'ArrowRight', 'Enter');
    await type(wrapper, 'Oat');
    await flushPromises();
    expect(wrapper.text()).toContain('"Name" in row 1 is "Cream" now.');
    expect(wrapper.text()).toContain('Not saved: "Oat" for Name in row 1.');
    expect(row(wrapper, 0)).toContain('Cream');
  });

  it('writes an edit made during an earlier write, and undoes both in order', async () => {
    const { promise: until, resolve: goOn } = Promise.withResolvers<undefined>();
    const wrapper = await open({ until });
    await press(wrapper, 'ArrowRight', 'Enter');
    await type(wrapper, 'Oat');
    await press(wrapper, 'Enter');
    await type(wrapper, 'Rice');
    await press(wrapper, 'Enter');
    await type(wrapper, 'Soy');
    expect(edits).toHaveLength(1);
    goOn(undefined);
    await flushPromises();
    expect(cells.slice(0, 3).map(([, name]) => name)).toEqual(['Oat', 'Rice', 'Soy']);
    expect([row(wrapper, 0), row(wrapper, 1), row(wrapper, 2)].join()).toMatch(/Oat.*Rice.*Soy/);
    await click(wrapper, 'Undo');
    expect(cells.slice(0, 3).map(([, name]) => name)).toEqual(['Oat', 'Rice', 'Milk 2']);
  });

  it('reports each of several cells that was not saved', async () => {
    const { promise: until, resolve: goOn } = Promise.withResolvers<undefined>();
    const wrapper = await open({ until, refusal: new ProblemError('changed-meanwhile', { detail: 'Not now.' }) });
    await press(wrapper, 'ArrowRight', 'Enter');
    await type(wrapper, 'Oat');
    await press(wrapper, 'Enter');
    await type(wrapper, 'Rice');
    goOn(undefined);
    await flushPromises();
    expect(wrapper.text()).toContain('Not now.');
    expect(wrapper.text()).toContain('Not saved: "Oat" for Name in row 1.');
    expect(wrapper.text()).toContain('Not saved: "Rice" for Name in row 2.');
  });

  it('H18 asks before a line prints another value, with line and values', async () => {
    const wrapper = await open();
    const job = aJob({ table: 'Products' });
    const printer = aPrinter({ connection: 'c1', name: 'Line 2', status: aStatus({ job }) });
    rig.run(useFleetStore).apply({ type: 'snapshot', printers: [printer], rates: [], now: 0 });
    await press(wrapper, 'ArrowRight', 'Enter');
    await type(wrapper, 'Oat');
    expect(edits).toEqual([]);
    expect(document.body.textContent).toContain(
      'Line 2 is printing from the table "Products". Its next prints use "Oat" instead of "Milk 0"',
    );
    await click(wrapper, 'Change');
    expect(edits).toHaveLength(1);
  });

  it('H10 inserts, duplicates and deletes the current row by keyboard, and undoes each as one step', async () => {
    const wrapper = await open();
    await press(wrapper, 'ArrowDown', 'Insert');
    expect(names(3)).toEqual(['Milk 0', '', 'Milk 1']);
    await press(wrapper, 'ArrowDown', 'ArrowDown', 'Control+Enter');
    expect(names(5)).toEqual(['Milk 0', '', 'Milk 1', 'Milk 2', '']);
    await press(wrapper, 'ArrowUp', 'Control+d');
    expect(names(5)).toEqual(['Milk 0', '', 'Milk 1', 'Milk 2', 'Milk 2']);
    await press(wrapper, 'Control+Delete');
    expect(names(5)).toEqual(['Milk 0', '', 'Milk 1', 'Milk 2', '']);
    for (let step = 0; step < 4; step += 1) await press(wrapper, 'Control+z');
    expect([names(3), cells.length]).toEqual([['Milk 0', 'Milk 1', 'Milk 2'], 1_000]);
    await press(wrapper, 'Control+y');
    expect(names(3)).toEqual(['Milk 0', '', 'Milk 1']);
  });

  it('adds a row at the end, and shows it whatever was searched for', async () => {
    const wrapper = await open();
    await wrapper.get('input[type=search]').setValue('Milk 7');
    await click(wrapper, 'Add row');
    expect([cells.length, cells.at(-1)]).toEqual([1_001, ['', '']]);
    expect(wrapper.get<HTMLInputElement>('input[type=search]').element.value).toBe('');
    await flushPromises();
    expect(wrapper.text()).toContain('GTIN, row 1001');
  });

  it('deletes the rows that were selected with Shift, and brings them back in their order', async () => {
    const wrapper = await open();
    await press(wrapper, 'ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown');
    expect(wrapper.findAll('[aria-selected=true]')).toHaveLength(3);
    await press(wrapper, 'Control+Delete');
    expect([names(2), cells.length]).toEqual([['Milk 0', 'Milk 4'], 997]);
    await press(wrapper, 'Control+z');
    expect([names(5), cells.length]).toEqual([['Milk 0', 'Milk 1', 'Milk 2', 'Milk 3', 'Milk 4'], 1_000]);
  });

  it('H18 asks before the rows of a table change that a line prints from', async () => {
    const wrapper = await open();
    const printer = aPrinter({ connection: 'c1', name: 'Line 2', status: aStatus({ job: aJob({ table: 'Products' }) }) });
    rig.run(useFleetStore).apply({ type: 'snapshot', printers: [printer], rates: [], now: 0 });
    await press(wrapper, 'Control+Delete');
    expect(cells).toHaveLength(1_000);
    expect(document.body.textContent).toContain('Delete row 1?');
    expect(document.body.textContent).toContain('Line 2 is printing from the table "Products". If its job needs these rows');
    await click(wrapper, 'Change');
    expect(cells).toHaveLength(999);
  });

  it('shows why rows were not added', async () => {
    const wrapper = await open({ refusal: new ProblemError('in-use', { detail: 'The order of the rows is needed by "Early shift".' }) });
    await press(wrapper, 'Insert');
    expect(wrapper.text()).toContain('The order of the rows is needed by "Early shift".');
    expect(wrapper.text()).toContain('The table was not changed.');
  });

  it('adds a column with a name that is free, and deletes one after a confirmation', async () => {
    const wrapper = await open();
    await chooseColumnCommand(wrapper, 'Insert column after');
    const field = document.body.querySelector<HTMLInputElement>('[role=dialog] input');
    await setField(field, 'Name');
    await click(wrapper, 'Add');
    expect(document.body.textContent).toContain('The table already has a column with this name.');
    await setField(field, 'Weight');
    await click(wrapper, 'Add');
    expect([columns, cells[0]]).toEqual([
      ['GTIN', 'Weight', 'Name'],
      ['1000', '', 'Milk 0'],
    ]);
    await chooseColumnCommand(wrapper, 'Delete column');
    expect(document.body.textContent).toContain('Its cells in 1000 rows are deleted.');
    document.body.querySelector<HTMLElement>('[role=alertdialog] button')?.click();
    await flushPromises();
    expect(columns).toEqual(['Weight', 'Name']);
    await press(wrapper, 'Control+z');
    expect([columns, cells[7]]).toEqual([
      ['GTIN', 'Weight', 'Name'],
      ['1007', '', 'Milk 7'],
    ]);
  });

  it('is edited by cells for a controller that takes whole tables only, and says so', async () => {
    const wrapper = await open({ hasExtensions: false });
    await press(wrapper, 'Enter');
    expect(wrapper.find('textarea').exists()).toBe(true);
    expect(wrapper.text()).toContain('This controller transfers whole tables only');
  });
});

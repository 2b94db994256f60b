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

afterEach(() => rig.end());

interface Opened {
  refusal?: ProblemError;
  hasExtensions?: boolean;
  /** The controller writes once this resolves. */
  until?: Promise<unknown>;
}

async function open({ refusal, hasExtensions = true, until }: Opened = {}): Promise<VueWrapper> {
  [cells, asked, edits] = [Array.from({ length: 1_000 }, (_, row) => [`${1_000 + row}`, `Milk ${row}`]), [], []];
  const operations: Operations = {
    tables: {
      list: async () => [],
      rows: async ({ query: sent }) => {
        const query = sent as Partial<RowsQuery>;
        asked.push(query);
        const { offset = 0, limit = 0 } = query;
        const rows = cells.map((row, number) => ({ row: number, cells: row })).slice(offset, offset + limit);
        return { columns: COLUMNS, rows, total: cells.length, rowsVersion: '1' };
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

async function press(wrapper: VueWrapper, ...keys: string[]): Promise<void> {
  for (const key of keys) await grid(wrapper).trigger('keydown', { key });
}

async function type(wrapper: VueWrapper, text: string): Promise<void> {
  await wrapper.get('textarea').setValue(text);
  await wrapper.get('textarea').trigger('keydown', { key: 'Enter' });
  await flushPromises();
}

async function click(wrapper: VueWrapper, name: string): Promise<void> {
  const inside = wrapper.findAll('button').find((button) => button.text() === name)?.element;
  const found = inside ?? [...document.body.querySelectorAll('button')].find((button) => button.textContent?.trim() === name);
  found?.click();
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

  it('is edited by cells for a controller that takes whole tables only, and says so', async () => {
    const wrapper = await open({ hasExtensions: false });
    await press(wrapper, 'Enter');
    expect(wrapper.find('textarea').exists()).toBe(true);
    expect(wrapper.text()).toContain('This controller transfers whole tables only');
  });
});

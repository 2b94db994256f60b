import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Connection } from '#contract/station/connections.ts';
import { ProblemError } from '#contract/problem.ts';
import { useNewLabel } from '#renderer/panels/new-label/use-new-label.ts';
import { useUnsavedEditsStore } from '#renderer/stores/unsaved-edits.ts';
import { CONNECTION, openPageRig, type PageRig } from '#support/page-rig.ts';

const kept: string[] = [];
let things: Record<'labels' | 'variables' | 'counters' | 'shiftCodes', Map<string, unknown>>;
let tables: Map<string, { columns: string[] }>;
let rig: PageRig;

function shelf(things: Map<string, unknown>, noun: string) {
  return {
    get: async ({ name }: { name: string }) => {
      if (!things.has(name)) throw new ProblemError('not-found');
      return things.get(name) as never;
    },
    put: async (input: { name: string; expected: unknown }) => {
      if (input.expected !== null || things.has(input.name)) throw new ProblemError('changed-meanwhile');
      things.set(input.name, (input as unknown as Record<string, unknown>)[noun]);
      return { created: true, jobs: [] };
    },
  };
}

async function openRig(connection: Partial<Connection> = {}): Promise<void> {
  const summary = { columns: [], rowCount: 1, modified: '2026-11-21T11:00:00Z' };
  rig = await openPageRig(
    {
      labels: {
        ...shelf(things.labels, 'label'),
        list: async () => [...things.labels.keys()].map((name) => ({ name, summary: { revision: 1 } })),
      },
      variables: {
        ...shelf(things.variables, 'variable'),
        list: async () => [...things.variables.keys()].map((name) => ({ name, value: '' })),
      },
      counters: { ...shelf(things.counters, 'counter'), list: async () => [...things.counters.keys()].map((name) => ({ name, value: 1 })) },
      shiftCodes: {
        ...shelf(things.shiftCodes, 'shiftCode'),
        list: async () => [...things.shiftCodes.keys()].map((name) => ({ name, code: 'A' })),
      },
      tables: {
        list: async () => [...tables].map(([name, { columns }]) => ({ name, summary: { ...summary, columns } })),
        put: async ({ name, table, expected }) => {
          if (expected !== null || tables.has(name)) throw new ProblemError('changed-meanwhile');
          tables.set(name, table as { columns: string[] });
          return {};
        },
      },
      unsavedEdits: {
        keep: async ({ kind, name, connection: at }) => {
          kept.push(`${kind} ${name}`);
          return { connection: at, kind, name, state: 'waiting', reason: null, person: '', savedAt: 1 };
        },
      },
    },
    [{ ...CONNECTION, ...connection }],
  );
}

async function open(template?: ReturnType<typeof useNewLabel>['template']['value']) {
  const label = rig.run(() => useNewLabel('c1'));
  await flushPromises();
  label.name.value = 'Milk';
  if (template) label.template.value = template;
  return label;
}

beforeEach(async () => {
  kept.length = 0;
  things = { labels: new Map(), variables: new Map(), counters: new Map(), shiftCodes: new Map() };
  tables = new Map();
  await openRig();
});

afterEach(() => rig.end());

describe('a new label', () => {
  it('is created from a template', async () => {
    const label = await open();
    expect(await label.create()).toBe('Milk');
    expect(things.labels.get('Milk')).toMatchObject({ format: 3, width: 60, height: 20 });
  });

  it('is empty, with the given size', async () => {
    const label = await open();
    label.start.value = 'empty';
    Object.assign(label.size, { width: 33, height: 44 });
    await label.create();
    expect(things.labels.get('Milk')).toEqual({ format: 3, width: 33, height: 44, objs: [] });
  });

  it('is not created without a size', async () => {
    const label = await open();
    label.start.value = 'empty';
    label.size.height = undefined;
    expect(await label.create()).toBeUndefined();
    expect(things.labels.size).toBe(0);
  });

  it('is a copy of an existing one, with unknown keys', async () => {
    things.labels.set('Whey', { format: 3, width: 10, height: 5, objs: [], own: 1 });
    const label = await open();
    label.start.value = 'copy';
    label.original.value = 'Whey';
    await label.create();
    expect(things.labels.get('Milk')).toEqual(things.labels.get('Whey'));
  });

  it('is not created before the label to copy is chosen', async () => {
    const label = await open();
    label.start.value = 'copy';
    expect(await label.create()).toBeUndefined();
    expect(label.isStartMissing.value).toBe(true);
  });

  it('is not created under an existing name', async () => {
    things.labels.set('Milk', {});
    const label = await open();
    expect(await label.create()).toBeUndefined();
    expect(label.nameError.value).toBe('taken');
  });
});

it('E17 does not replace one that was created under the name meanwhile', async () => {
  const label = await open();
  things.labels.set('Milk', 'theirs');
  expect(await label.create()).toBeUndefined();
  expect([things.labels.get('Milk'), label.name.value, label.creation.problem.value?.status]).toEqual(['theirs', 'Milk', 412]);
});

describe('the resources of a template', () => {
  it('are created with the label', async () => {
    const label = await open('pharma');
    await label.create();
    expect(things.variables.get('Lot')).toMatchObject({ value: 'A0001', userEdit: true });
    expect(things.counters.get('Serial')).toMatchObject({ value: 1, width: 6 });
  });

  it('are not changed if they exist, even if they were just created', async () => {
    const label = await open('pharma');
    things.variables.set('Lot', 'their own');
    things.counters.set('Serial', { value: 77 });
    await label.create();
    expect([things.variables.get('Lot'), things.counters.get('Serial')]).toEqual(['their own', { value: 77 }]);
  });

  it('include a table of its own if none has the columns', async () => {
    tables.set('Products', { columns: ['SKU'] });
    const label = await open('product');
    await label.create();
    expect([...tables]).toEqual([
      ['Products', { columns: ['SKU'] }],
      ['Products 2', expect.objectContaining({ columns: ['GTIN', 'Name', 'Weight'] })],
    ]);
  });

  it('include any table that has the columns', async () => {
    tables.set('Goods', { columns: ['Weight', 'Name', 'GTIN', 'Price'] });
    const label = await open('product');
    await label.create();
    expect([...tables.keys()]).toEqual(['Goods']);
  });

  it('are not created on a controller that does not allow it', async () => {
    rig.end();
    await openRig({ hasExtensions: false });
    const label = await open('shift');
    expect(await label.create()).toBe('Milk');
    expect(things.shiftCodes.size).toBe(0);
  });

  it('wait with the label for an unreachable controller', async () => {
    rig.end();
    await openRig({ state: 'lost' });
    rig.run(() => useUnsavedEditsStore());
    const label = await open('shift');
    expect(await label.create()).toBe('Milk');
    expect(kept).toEqual(['shiftCode Shift', 'label Milk']);
  });
});

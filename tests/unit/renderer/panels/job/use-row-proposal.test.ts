import { beforeEach, describe, expect, it } from 'vitest';
import { effectScope, nextTick, ref } from 'vue';
import { useRowProposal } from '#renderer/panels/job/use-row-proposal.ts';

const LABELS = [
  { name: 'Case', summary: { columns: ['GTIN', 'Name'] } },
  { name: 'Date', summary: { columns: [] } },
  { name: 'Pallet', summary: { columns: ['SSCC'] } },
];
const TABLES = [
  { name: 'Pallets', summary: { columns: ['SSCC'] } },
  { name: 'Products', summary: { columns: ['GTIN', 'Name', 'Weight'] } },
];

beforeEach(() => localStorage.clear());

function open({
  tables = TABLES,
  labels = LABELS,
  job,
}: { tables?: typeof TABLES; labels?: typeof LABELS; job?: { table?: string; label: string } } = {}) {
  const form = { table: ref(''), rowLabel: ref('') };
  const { remember } = effectScope().run(() =>
    useRowProposal({ connection: 'c1', ...form, tables: ref(tables), labels: ref(labels), running: () => job }),
  )!;
  return { ...form, remember };
}

describe('the proposal for a job from a row', () => {
  it('is the table of the running job, with its label', () => {
    const form = open({ job: { table: 'Products', label: 'Date' } });
    expect([form.table.value, form.rowLabel.value]).toEqual(['Products', 'name:Date']);
  });

  it('is the table that was loaded from last, with the label that it was printed with', async () => {
    const first = open();
    first.table.value = 'Products';
    await nextTick();
    first.rowLabel.value = 'name:Date';
    first.remember();
    const next = open();
    expect([next.table.value, next.rowLabel.value]).toEqual(['Products', 'name:Date']);
  });

  it('is the only label whose columns the chosen table has', async () => {
    const form = open();
    form.table.value = 'Pallets';
    await nextTick();
    expect(form.rowLabel.value).toBe('name:Pallet');
  });

  it('is no label if several fit, or a remembered one is gone', async () => {
    const first = open({ tables: TABLES.slice(1) });
    first.rowLabel.value = 'name:Gone';
    first.remember();
    const labels = [...LABELS, { name: 'Shelf', summary: { columns: ['Name'] } }];
    const form = open({ labels });
    expect([form.table.value, form.rowLabel.value]).toEqual(['Products', '']);
  });

  it('leaves the choice of the operator as it is when another table is chosen', async () => {
    const form = open();
    form.rowLabel.value = 'name:Date';
    form.table.value = 'Pallets';
    await nextTick();
    expect(form.rowLabel.value).toBe('name:Date');
  });
});

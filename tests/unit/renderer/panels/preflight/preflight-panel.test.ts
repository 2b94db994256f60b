import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Preflight, PreflightFinding } from '#contract/api-v3/preflight.ts';
import PreflightPanel from '#renderer/panels/preflight/PreflightPanel.vue';
import { CONNECTION, openPageRig, type PageRig } from '#support/page-rig.ts';

const FINDING: PreflightFinding = {
  ...{ row: 11, key: 'B', labelName: 'Case', pointer: '/objs/1', object: 'EAN-13 "Code"', kind: 'fault', stops: true },
  ...{ detail: 'The check digit is 0, not 1', moment: '2026-11-21T11:00:00.000Z', cells: [{ column: 'GTIN', value: '400638133393' }] },
};

const preflight = (more: Partial<Preflight> = {}): Preflight => ({
  ...{ id: 'p1', tableName: 'Milk', request: { labelName: 'Case', keyColumn: 'SKU' }, state: 'done', reason: null },
  ...{ started: '2026-11-21T11:00:00.000Z', ended: '2026-11-21T11:00:09.000Z', rows: 20, rowsDone: 20, prints: 80 },
  ...{ moments: ['2026-11-21T11:00:00.000Z'], counts: [], kept: 0, isCurrent: true },
  ...{ printer: 'Line 1', provesUntil: '2026-11-24T11:00:00.000Z', ...more },
});

let rig: PageRig;
let known: Preflight[];
let begun: unknown[];

beforeEach(async () => {
  known = [];
  begun = [];
  rig = await openPageRig({
    labels: { list: async () => [{ name: 'Case', summary: {} }] },
    tables: { list: async () => [{ name: 'Milk', summary: { columns: ['SKU', 'GTIN'], rowCount: 20 } }] },
    preflights: {
      list: async () => known,
      start: async ({ request }) => {
        begun.push(request);
        known = [preflight({ id: 'p2', state: 'running', ended: null, rowsDone: 5 }), ...known];
        return known[0]!;
      },
      remove: async ({ id }) => {
        known = known.filter((one) => one.id !== id);
        return {};
      },
      findings: async () => ({ total: 1, findings: [FINDING] }),
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  rig.end();
});

async function open() {
  const panel = rig.mount(PreflightPanel, { connection: CONNECTION.id, table: 'Milk' });
  await flushPromises();
  return panel;
}

describe('the pre-flight of a table', () => {
  it('explains itself if there is none, and what is missing before it can start', async () => {
    const panel = await open();
    expect(panel.text()).toContain('No pre-flight has been run');
    expect(panel.text()).toContain('Choose a label or the column that contains the label name.');
    expect(panel.find('button[type=submit]').attributes('disabled')).toBeDefined();
  });

  it('starts with the chosen options, shows its progress, and reads again until it has ended', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const panel = await open();
    const [label, , key] = panel.findAll('select');
    await label!.setValue('Case');
    await key!.setValue('SKU');
    await panel.find('form').trigger('submit');
    await flushPromises();
    expect(begun).toEqual([{ labelName: 'Case', keyColumn: 'SKU', days: 3 }]);
    expect(panel.find('[role=progressbar]').attributes('aria-valuenow')).toBe('5');
    known = [preflight({ id: 'p2' })];
    await vi.advanceTimersToNextTimerAsync();
    await flushPromises();
    expect(panel.find('[role=progressbar]').exists()).toBe(false);
    expect(panel.text()).toContain('All rows are OK');
    expect(panel.text()).toContain('Ready to start');
  });

  it('shows row, reason, object, cells and what to do', async () => {
    known = [preflight({ counts: [{ kind: 'fault', stops: true, findings: 1, rows: 1 }], kept: 1 })];
    const panel = await open();
    expect(panel.text()).toContain('1 problem prevents printing');
    const row = panel.find('tbody tr').text();
    for (const part of ['12', 'The check digit is 0, not 1', 'Case · EAN-13 "Code"', 'GTIN: 400638133393', 'Correct the cell']) {
      expect(row).toContain(part);
    }
    expect(panel.find('a[download]').attributes('href')).toBe(`/controllers/${CONNECTION.id}/api/v3/preflights/p1/findings`);
  });

  it('is marked as out of date once table or label have changed', async () => {
    known = [preflight({ isCurrent: false })];
    const panel = await open();
    expect(panel.text()).toContain('The table or label has changed since');
    expect(panel.text()).not.toContain('Ready to start');
  });

  it('offers the options of the last one', async () => {
    known = [preflight({ request: { labelColumn: 'GTIN', copiesColumn: 'SKU', days: 9 } })];
    const panel = await open();
    const values = panel.findAll('select').map((field) => (field.element as HTMLSelectElement).value);
    expect(values.slice(0, 4)).toEqual(['', 'GTIN', '', 'SKU']);
    await panel.find('form').trigger('submit');
    await flushPromises();
    expect(begun).toEqual([{ labelColumn: 'GTIN', copiesColumn: 'SKU', days: 9 }]);
  });

  it('shows why it failed', async () => {
    known = [preflight({ state: 'failed', reason: 'The table "Milk" has no column "SKU".' })];
    expect((await open()).text()).toContain('The table "Milk" has no column "SKU".');
  });

  it('can be deleted', async () => {
    known = [preflight()];
    const panel = await open();
    await panel
      .findAll('button')
      .find((button) => button.text() === 'Delete result')!
      .trigger('click');
    await flushPromises();
    expect(panel.text()).toContain('No pre-flight has been run');
  });
});

it('is not available on a controller without extensions', async () => {
  rig.end();
  rig = await openPageRig({ labels: { list: async () => [] }, tables: { list: async () => [] }, preflights: { list: async () => [] } }, [
    { ...CONNECTION, hasExtensions: false },
  ]);
  expect((await open()).text()).toContain('Pre-flight is not available on this controller');
});

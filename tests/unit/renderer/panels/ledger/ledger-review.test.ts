import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import type { EngineCount } from '#contract/api-v3/engine-count.ts';
import type { Print } from '#contract/api-v3/print.ts';
import LedgerReview from '#renderer/panels/ledger/LedgerReview.vue';
import ReprintButton from '#renderer/panels/print/ReprintButton.vue';
import { useFleetStore } from '#renderer/stores/fleet/fleet.ts';
import { useLinkStore } from '#renderer/stores/link-state.ts';
import { aConnection, aPrinter, aStatus } from '#support/fleet.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const on = { connection: 'c1', printer: 'Line 2' };
const ERRORS = ['2 prints with unknown result whether it was made: look, and say so.'];
let rig: PageRig;
let said: unknown[];
let unknown: Print[];
let count: EngineCount;

afterEach(() => rig.end());

function aPrint(parts: Partial<Print>): Print {
  return {
    ...{ id: 1, printer: 'Line 2', job: 'j1', label: 'Case', key: '4711', state: 'unknown', proof: 'id' },
    ...{ reserved: '2026-11-21T02:58:00Z', settled: '2026-11-21T02:58:01Z', counters: [{ name: 'Serial', value: 7 }], pictureHash: '' },
    ...parts,
  };
}

async function open({ errors = ERRORS, prints = [] as Print[], counted = 5, explained = 5, hasExtensions = true }) {
  said = [];
  unknown = prints;
  count = { counted, explained, accepted: null };
  rig = await openPageRig(
    {
      prints: {
        list: async ({ state }) => ({ prints: unknown.filter((print) => print.state === state).toReversed(), next: null }),
        engineCount: async () => count,
        resolve: async ({ idempotencyKey: _, ...word }) => {
          said.push(word);
          unknown = unknown.filter(({ id }) => id !== word.print);
          return {};
        },
        acceptEngineCount: async ({ reason }) => {
          said.push(reason);
          count = { ...count, explained: count.counted };
          return {};
        },
        reprint: async ({ print, reason }) => (said.push({ print, reason }), { result: 'printing' }),
      },
    },
    [aConnection({ hasExtensions })],
  );
  useLinkStore().follow({ kind: 'open' });
  useFleetStore().apply({ type: 'snapshot', printers: [aPrinter({ name: 'Line 2', status: aStatus({ errors }) })], now: Date.now() });
  const panel = rig.mount(LedgerReview, on);
  await flushPromises();
  return panel;
}

const dialog = () => document.querySelector('[role=alertdialog]');

async function press(text: string, within: ParentNode | null = document): Promise<void> {
  const button = [...(within?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent.trim() === text);
  if (!button) throw new Error(`There is no button "${text}".`);
  button.click();
  await flushPromises();
}

async function give(reason: string): Promise<void> {
  const field = dialog()?.querySelector('input');
  if (!field) throw new Error('There is no field.');
  field.value = reason;
  field.dispatchEvent(new Event('input'));
  await flushPromises();
}

describe('unknown prints', () => {
  const prints = [aPrint({ id: 8, key: '4711' }), aPrint({ id: 9, key: '4712' })];

  it('are listed in the order of the printer, with what distinguishes them', async () => {
    const panel = await open({ prints });
    expect(panel.text()).toContain('2 prints with unknown result');
    expect(panel.findAll('li').map((item) => item.find('.name').text())).toEqual(['Case: 4711', 'Case: 4712']);
    expect(panel.find('li').text()).toContain('Serial 7');
  });

  it('are confirmed with name and consequence, the focus on the safe button', async () => {
    const panel = await open({ prints });
    await press('Not printed', panel.findAll('li')[1]!.element);
    expect(dialog()?.textContent).toContain('Was "Case: 4712, Serial 7" not printed on Line 2?');
    expect(document.activeElement?.textContent?.trim()).toBe('Cancel');
    expect(said).toEqual([]);
  });

  it('are not reported without a reason', async () => {
    const panel = await open({ prints });
    await press('Printed', panel.find('li').element);
    await give('  ');
    await press('Printed', dialog());
    expect(dialog()?.querySelector('[role=alert]')?.textContent).toBe('Enter a reason. It is recorded.');
    expect(said).toEqual([]);
  });

  it('leave the list one by one, and the reason is kept for the next', async () => {
    const panel = await open({ prints });
    await press('Printed', panel.find('li').element);
    await give(' seen on the product ');
    await press('Printed', dialog());
    expect(panel.findAll('li')).toHaveLength(1);
    await press('Not printed', panel.find('li').element);
    await press('Not printed', dialog());
    expect(said).toEqual([
      { connection: 'c1', print: 8, outcome: 'printed', reason: 'seen on the product' },
      { connection: 'c1', print: 9, outcome: 'void', reason: 'seen on the product' },
    ]);
    expect([dialog(), panel.text()]).toEqual([null, '']);
  });
});

describe('a count mismatch', () => {
  it('is accepted with a reason', async () => {
    const panel = await open({ errors: ['The printer counts 3 marks more than were confirmed.'], counted: 8, explained: 5 });
    expect(panel.text()).toMatch(/Printer count\s*8\s*Recorded prints\s*5/);
    await press('Accept printer count');
    await give('test prints');
    await press('Accept printer count', dialog());
    expect([said, panel.text()]).toEqual([['test prints'], '']);
  });

  it('is shown once no print is unknown', async () => {
    const panel = await open({ prints: [aPrint({ id: 8 })], counted: 8, explained: 5 });
    expect(panel.text()).not.toContain('Printer count');
  });
});

describe('the review of the ledger is empty', () => {
  it.each([
    ['without errors', { errors: [], prints: [aPrint({})] }],
    ['whose controller has no extensions', { hasExtensions: false, prints: [aPrint({})] }],
  ])('%s', async (_name, parts) => {
    expect((await open(parts)).text()).toBe('');
  });
});

describe('reprinting', () => {
  it('names the print, and needs a reason', async () => {
    await open({ errors: [] });
    rig.mount(ReprintButton, { connection: 'c1', print: aPrint({ id: 3, state: 'printed' }) });
    await press('Reprint');
    expect(dialog()?.textContent).toContain('Reprint "Case: 4711, Serial 7" on Line 2?');
    await give('torn');
    await press('Reprint', dialog());
    expect(said).toEqual([{ print: 3, reason: 'torn' }]);
  });
});

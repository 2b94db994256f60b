import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Variable } from '#contract/api-v3/variable.ts';
import { ProblemError } from '#contract/problem.ts';
import ImportDialog from '#renderer/panels/import-export/ImportDialog.vue';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const variable = (value: string): Variable => ({ value, description: '', userEdit: false, pinned: false });

let there: Map<string, Variable>;
/** The expected content of each put, by name. */
let puts: [string, unknown][];
let refused: Map<string, ProblemError>;
let rig: PageRig;

beforeEach(async () => {
  there = new Map([
    ['Lot', variable('A1')],
    ['Best before', variable('2026')],
    ['Same', variable('S')],
  ]);
  puts = [];
  refused = new Map();
  rig = await openPageRig({
    variables: {
      list: async () => [...there].map(([name, { value }]) => ({ name, value })),
      get: async ({ name }) => there.get(name) ?? variable(''),
      put: async ({ name, variable: next, expected }) => {
        puts.push([name, expected]);
        const refusal = refused.get(name);
        if (refusal) throw refusal;
        there.set(name, next as Variable);
        return { created: expected === null };
      },
    },
  });
});

afterEach(() => rig.end());

async function choose(content: unknown): Promise<void> {
  const dialog = rig.mount(ImportDialog, { noun: 'variables', connection: 'c1' });
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  (dialog.vm as unknown as { begin: (file: File) => void }).begin(new File([text], 'variables.json'));
  await expect.poll(() => said()).not.toContain('Checking the file');
  await flushPromises();
}

const said = (): string => document.querySelector('[role=dialog]')?.textContent ?? '';

async function tick(label: string): Promise<void> {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent.trim() === label);
  found?.querySelector('input')?.click();
  await flushPromises();
}

async function submit(): Promise<void> {
  document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true, bubbles: true }));
  await flushPromises();
}

describe('importing a file of variables', () => {
  it('shows new, equal and different ones, and replaces only the checked ones', async () => {
    await choose({ Lot: variable('B2'), 'Best before': variable('2027'), Same: variable('S'), New: variable('N') });
    expect(said()).toMatch(/New: 1.*New/);
    expect(said()).toMatch(/Already the same on Line 1: 1.*Same/);
    expect(said()).toMatch(/Different on the controller, replaced only if selected: 2/);
    expect(said()).toMatch(/Lot.*A1.*B2/);

    await tick('Lot');
    await submit();
    expect(puts).toEqual([
      ['New', null],
      ['Lot', variable('A1')],
    ]);
    expect(there.get('Best before')).toEqual(variable('2026'));
    expect(said()).toMatch(/Imported: 2.*New, Lot/);
  });

  it('rejects a file with one fault as a whole, with resource and field', async () => {
    await choose({ Lot: variable('B2'), New: { value: 7 } });
    expect(said()).toContain('New: value must be text');
    expect(document.querySelector('[type=submit]')).toBeNull();
    expect(puts).toEqual([]);
  });

  it('lists the refused ones by name, and continues with the rest', async () => {
    refused.set('New', new ProblemError('invalid-input', { detail: 'value: is too long' }));
    await choose({ New: variable('N'), Newer: variable('N') });
    await submit();
    expect(said()).toMatch(/Not imported: 1.*New: value: is too long/);
    expect(said()).toMatch(/Imported: 1.*Newer/);
  });

  it('stops once the controller is unreachable', async () => {
    refused.set('New', new ProblemError('controller-unreachable', { detail: 'It does not answer.' }));
    await choose({ New: variable('N'), Newer: variable('N') });
    await submit();
    expect(puts.map(([name]) => name)).toEqual(['New']);
    expect(said()).toMatch(/Not imported: 2/);
  });

  it('reports a concurrent change instead of replacing it', async () => {
    await choose({ Lot: variable('B2') });
    there.set('Lot', variable('C3'));
    await tick('Lot');
    await submit();
    expect(puts).toEqual([['Lot', variable('A1')]]);
  });
});

import { isDeepStrictEqual } from 'node:util';
import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Variable } from '#contract/api-v3/variable.ts';
import { ProblemError } from '#contract/problem.ts';
import VariableDialog from '#renderer/panels/variable/VariableDialog.vue';
import { CONNECTION, openPageRig, type PageRig } from '#support/page-rig.ts';

const LOT: Variable = { value: 'L12', description: 'Lot', userEdit: true, pinned: true, prompt: { type: 'text', mask: 'A99' } };
let rig: PageRig;
/** The controller's content under any name. */
let kept: Variable | null;

beforeEach(() => {
  kept = LOT;
});

afterEach(() => rig.end());

async function open(connection = CONNECTION) {
  rig = await openPageRig(
    {
      variables: {
        list: async () => [{ name: 'Lot', value: kept?.value ?? '' }],
        get: async () => {
          if (!kept) throw new ProblemError('not-found');
          return kept;
        },
        put: async ({ variable, expected }) => {
          if (!isDeepStrictEqual(expected, kept)) throw new ProblemError('changed-meanwhile');
          kept = variable as Variable;
          return { created: false };
        },
      },
    },
    [connection],
  );
  const dialog = rig.mount(VariableDialog, { open: false, connection: 'c1', name: 'Lot' });
  await dialog.setProps({ open: true });
  await flushPromises();
  return dialog;
}

async function press(name: string) {
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === name)?.click();
  await flushPromises();
}

function fieldOf(label: string): HTMLInputElement | undefined {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent.trim() === label);
  return found ? (document.getElementById(found.htmlFor) as HTMLInputElement) : undefined;
}

async function write(label: string, text: string) {
  const field = fieldOf(label);
  if (!field) throw new Error(`There is no field "${label}".`);
  field.value = text;
  field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input'));
  await flushPromises();
}

const faults = () => [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);

async function submit() {
  document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true, bubbles: true }));
  await flushPromises();
}

describe('the dialog of a variable', () => {
  it('saves the prompt', async () => {
    await open();
    await write('Allowed values', 'number');
    await write('Minimum', '1');
    await write('Maximum', '31');
    await write('Value', '12');
    await submit();
    expect(kept).toEqual({ ...LOT, value: '12', prompt: { type: 'number', min: 1, max: 31 } });
  });

  it('removes the prompt for any text', async () => {
    await open();
    await write('Allowed values', 'any');
    await submit();
    expect(kept).toEqual({ value: 'L12', description: 'Lot', userEdit: true, pinned: true });
  });

  it('reports an invalid limit at its field, and saves nothing', async () => {
    await open();
    await write('Mask', 'A99\\');
    await submit();
    expect([faults(), kept]).toEqual([['The value ends with a backslash that has no character after it.'], LOT]);
  });

  it('reports the violated limit at the value', async () => {
    await open();
    await write('Value', 'L1');
    expect(faults()).toEqual(['The value must look like A99: character 3 is a digit.']);
  });

  it('E17 shows a concurrent change, and keeps the inputs', async () => {
    await open();
    await write('Value', 'B34');
    kept = { ...LOT, value: 'C56' };
    await submit();
    const question = document.querySelector('[role=alertdialog]')?.textContent;
    for (const said of ['Someone else saved "Lot"', 'B34', 'C56', 'L12']) expect(question).toContain(said);
    await press('Keep editing');
    expect([fieldOf('Value')?.value, kept]).toEqual(['B34', { ...LOT, value: 'C56' }]);

    await submit();
    await press('Replace');
    expect(kept).toEqual({ ...LOT, value: 'B34' });
  });

  it('E17 asks whether to create it again if it was deleted meanwhile', async () => {
    await open();
    await write('Value', 'B34');
    kept = null;
    await submit();
    expect(document.querySelector('[role=alertdialog]')?.textContent).toContain('Someone deleted "Lot"');
    await press('Save as new');
    expect(kept).toEqual({ ...LOT, value: 'B34' });
  });

  it('E17 does not replace a variable that was created under the name meanwhile', async () => {
    const dialog = await open();
    await dialog.setProps({ name: undefined });
    await flushPromises();
    await write('Variable', 'Batch');
    await write('Value', '1');
    await submit();
    expect([kept, fieldOf('Value')?.value, faults().length]).toEqual([LOT, '1', 1]);
  });

  it('has no limits if the controller has none', async () => {
    await open({ ...CONNECTION, hasExtensions: false });
    expect([fieldOf('Value') !== undefined, fieldOf('Allowed values')]).toEqual([true, undefined]);
  });

  it('asks before a copy discards the inputs, then continues with the copy', async () => {
    const dialog = await open();
    await write('Value', 'B34');
    await press('Duplicate');
    expect(document.querySelector('[role=alertdialog]')?.textContent).toContain('Discard unsaved changes?');
    expect(dialog.emitted('duplicate')).toBeUndefined();
    await press('Discard');
    expect(dialog.emitted('duplicate')).toHaveLength(1);

    await dialog.setProps({ name: undefined, from: 'Lot' });
    await flushPromises();
    expect([fieldOf('Variable')?.value, fieldOf('Value')?.value]).toEqual(['Lot copy', 'L12']);
  });
});

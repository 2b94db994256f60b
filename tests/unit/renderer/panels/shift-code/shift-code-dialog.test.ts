import { isDeepStrictEqual } from 'node:util';
import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ShiftCode } from '#contract/api-v3/shift-code.ts';
import { ProblemError } from '#contract/problem.ts';
import ShiftCodeDialog from '#renderer/panels/shift-code/ShiftCodeDialog.vue';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const SHIFTS: ShiftCode = {
  shifts: [
    { offset: 360, code: 'A' },
    { offset: 1080, code: 'B' },
  ],
  description: 'Two shifts',
};
let rig: PageRig;
let kept: ShiftCode;

beforeEach(async () => {
  kept = SHIFTS;
  rig = await openPageRig({
    shiftCodes: {
      list: async () => [],
      get: async () => kept,
      put: async ({ shiftCode, expected }) => {
        if (!isDeepStrictEqual(expected, kept)) throw new ProblemError('changed-meanwhile');
        kept = shiftCode as ShiftCode;
        return { created: false };
      },
    },
  });
  const dialog = rig.mount(ShiftCodeDialog, { open: false, connection: 'c1', name: 'Shift' });
  await dialog.setProps({ open: true });
  await flushPromises();
});

afterEach(() => rig.end());

async function write(index: number, text: string) {
  const field = document.querySelectorAll('input')[index];
  if (!field) throw new Error(`There is no field ${index}.`);
  field.value = text;
  field.dispatchEvent(new Event('input'));
  await flushPromises();
}

async function press(name: string) {
  const buttons = [...document.querySelectorAll('button')];
  buttons.find((button) => button.textContent.trim() === name || button.getAttribute('aria-label') === name)?.click();
  await flushPromises();
}

async function submit() {
  document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true, bubbles: true }));
  await flushPromises();
}

describe('the dialog of a shift code', () => {
  it('H24 shows the days of the changes unambiguously', () => {
    const changes = [...document.querySelectorAll('[role=status] li')].map(({ textContent }) => textContent.trim());
    expect(changes).toHaveLength(2);
    for (const change of changes) expect(change).toMatch(/^\d\d [A-Z]{3} \d{4} (06:00: A|18:00: B)$/);
  });

  it('saves an additional shift with the others', async () => {
    await press('Add shift');
    await write(4, '22:30');
    await write(5, 'C');
    await submit();
    expect(kept).toEqual({ ...SHIFTS, shifts: [...SHIFTS.shifts, { offset: 1350, code: 'C' }] });
  });

  it('removes a shift', async () => {
    await press('Remove the 06:00 shift');
    await submit();
    expect(kept).toEqual({ ...SHIFTS, shifts: [{ offset: 1080, code: 'B' }] });
  });

  it('E17 asks before it replaces a concurrent change', async () => {
    await press('Remove the 06:00 shift');
    kept = { ...SHIFTS, description: 'Three shifts' };
    await submit();
    expect(document.querySelector('[role=alertdialog]')?.textContent).toContain('Three shifts');
    expect(kept.description).toBe('Three shifts');
    await press('Replace');
    expect(kept).toEqual({ ...SHIFTS, shifts: [{ offset: 1080, code: 'B' }] });
  });

  it('reports two shifts with the same start at the field, and saves nothing', async () => {
    await write(2, '6:00');
    await submit();
    const said = [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);
    expect([said, kept]).toEqual([['Another shift starts at this time.'], SHIFTS]);
  });
});

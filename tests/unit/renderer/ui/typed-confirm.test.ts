import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import TypedConfirmDialog from '#renderer/ui/TypedConfirmDialog.vue';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

let rig: PageRig;
let dialog: VueWrapper;

beforeEach(async () => {
  rig = await openPageRig({});
  dialog = rig.mount(TypedConfirmDialog, {
    open: true,
    title: 'Delete table "Products"?',
    detail: '12 rows are gone for good.',
    confirmLabel: 'Delete',
    expected: 'Products',
    fieldLabel: 'Type Products to confirm',
    mismatchText: 'Type exactly: Products',
  });
  await flushPromises();
});

afterEach(() => {
  rig.end();
});

async function confirm(...answers: string[]): Promise<void> {
  const fields = document.body.querySelectorAll<HTMLInputElement>('input:not([type=submit])');
  answers.forEach((answer, index) => {
    const field = fields[index];
    if (!field) throw new Error('There is no such field.');
    field.value = answer;
    field.dispatchEvent(new Event('input'));
  });
  await flushPromises();
  [...document.body.querySelectorAll('button')].find((button) => button.textContent?.trim() === 'Delete')?.click();
  await flushPromises();
}

function faults(): (string | null)[] {
  return [...document.body.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);
}

describe('confirming by typing', () => {
  it.each(['', 'products', 'Product'])('does nothing for "%s" and says what to type', async (typed) => {
    await confirm(typed, 'out of season');
    expect(dialog.emitted('confirm')).toBeUndefined();
    expect(faults()).toEqual(['Type exactly: Products']);
  });

  it('does nothing without a reason, and says so', async () => {
    await confirm('Products', ' ');
    expect(dialog.emitted('confirm')).toBeUndefined();
    expect(faults()).toEqual(['Enter a reason. It is recorded.']);
  });

  it('reports everything that is missing at once', async () => {
    await confirm('', '');
    expect(faults()).toHaveLength(2);
  });

  it('H19 confirms once the name was typed and a reason given, and passes the reason on', async () => {
    await confirm('Products', ' out of season ');
    expect(dialog.emitted('confirm')).toEqual([['out of season']]);
  });
});

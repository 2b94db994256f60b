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

async function confirm(typed: string): Promise<void> {
  const field = document.body.querySelector('input');
  if (!field) throw new Error('There is no field.');
  field.value = typed;
  field.dispatchEvent(new Event('input'));
  await flushPromises();
  [...document.body.querySelectorAll('button')].find((button) => button.textContent?.trim() === 'Delete')?.click();
  await flushPromises();
}

describe('confirming by typing', () => {
  it.each(['', 'products', 'Product'])('does nothing for "%s" and says what to type', async (typed) => {
    await confirm(typed);
    expect(dialog.emitted('confirm')).toBeUndefined();
    expect(document.body.querySelector('[role=alert]')?.textContent).toBe('Type exactly: Products');
  });

  it('H19 acts once the name was typed', async () => {
    await confirm('Products');
    expect(dialog.emitted('confirm')).toHaveLength(1);
  });
});

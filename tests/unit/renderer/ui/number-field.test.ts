import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import NumberField from '#renderer/ui/NumberField.vue';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

let rig: PageRig;

beforeEach(async () => {
  rig = await openPageRig({});
});

afterEach(() => rig.end());

async function type(text: string) {
  const field = rig.mount(NumberField, { modelValue: undefined, label: 'Copies', min: 1, max: 1000, isWhole: true });
  await field.get('input').setValue(text);
  return {
    text: (field.get('input').element as HTMLInputElement).value,
    model: field.emitted('update:modelValue')?.at(-1)?.[0],
    isValid: field.emitted('update:isValid')?.at(-1)?.[0] ?? true,
    fault: field.find('[role=alert]').exists() ? field.get('[role=alert]').text() : undefined,
  };
}

describe('a number field', () => {
  it('H25 accepts a number within its limits', async () => {
    expect(await type('12')).toEqual({ text: '12', model: 12, isValid: true, fault: undefined });
  });

  it.each([
    ['0', 'Enter at least 1.'],
    ['1001', 'Enter at most 1000.'],
    ['2.5', 'Enter a whole number.'],
    ['1.000', 'Enter a whole number.'],
    ['a dozen', 'This is not a number.'],
  ])('H25 rejects %s with the reason and leaves the input', async (text, fault) => {
    expect(await type(text)).toMatchObject({ text, model: undefined, isValid: false, fault });
  });
});

import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Component } from 'vue';
import type { Barcode } from '#contract/api-v3/label-barcodes.ts';
import { labelObjectSchema } from '#contract/api-v3/label.ts';
import BarcodeWizard from '#renderer/panels/designer/barcode/BarcodeWizard.vue';
import { newBarcode } from '#renderer/domain/barcodes/new-barcode.ts';
import { symbologiesFor, PURPOSES } from '#renderer/domain/barcodes/suggested-symbologies.ts';
import type { TextContext } from '#renderer/domain/dynamic-text/text-context.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const CONTEXT: TextContext = {
  values: {
    moment: { epochMs: Date.UTC(2026, 10, 22, 12), timeZone: 'UTC' },
    variables: new Map([['Digits', '952123454321']]),
    counters: new Map(),
    row: undefined,
  },
  columns: [],
};
const TARGET = { hdpi: 300, vdpi: 150 };
const CHECKED = { values: CONTEXT.values, carried: new Set<string>(), target: TARGET };
const CONTENTS: Record<string, string> = { UPC: '01234567890', 'EAN-8': '1234567', 'EAN-13': '952123454321', 'ITF-14': '1952123454321' };

function offerOf(textKey: string) {
  const offer = PURPOSES.flatMap(symbologiesFor).find((each) => each.textKey === textKey);
  if (!offer) throw new Error(`There is no offer ${textKey}.`);
  return offer;
}

describe('a new barcode', () => {
  const answers = { text: '0123456789', apps: [{ id: '01', value: '09521234543213' }], moduleLength: 0.5, barHeight: 10 };

  it.each(PURPOSES.flatMap(symbologiesFor))('of the kind $name is an object of a label that can be encoded', (offer) => {
    const text =
      CONTENTS[offer.name] ?? { upcA: CONTENTS['UPC'], upcE: '0123456', dataBar: '0952123454321' }[offer.textKey as string] ?? answers.text;
    const { object, fault, module } = newBarcode(offer, { ...answers, text }, CHECKED);
    expect(fault).toBeUndefined();
    expect(labelObjectSchema.safeParse(object).success).toBe(true);
    expect(module?.dots).toBeGreaterThan(0);
  });

  it('has modules of whole dots in the coarser direction', () => {
    const { module } = newBarcode(offerOf('dataMatrix'), { ...answers, moduleLength: 0.4 }, CHECKED);
    expect(module).toEqual({ dots: 2, length: 2 / (150 / 25.4) });
  });

  it('has its drawn width', () => {
    const { module, size } = newBarcode(offerOf('ean13'), { ...answers, text: '{VARIABLE;Digits}', moduleLength: 0.33 }, CHECKED);
    expect(module?.dots).toBe(4);
    expect(size?.width).toBeCloseTo((95 * 4) / (300 / 25.4));
  });

  it('reports its fault, and is an object anyway', () => {
    expect(newBarcode(offerOf('ean13'), { ...answers, text: '12' }, CHECKED)).toMatchObject({
      object: { text: '12' },
      fault: { path: '/text' },
    });
  });

  it('is undefined without a size or content', () => {
    const made = newBarcode(offerOf('gs1128'), { ...answers, apps: [] }, CHECKED);
    expect(made).toEqual({ fault: { path: '/apps', detail: 'needs at least one application identifier' } });
    expect(newBarcode(offerOf('qrCode'), { ...answers, moduleLength: undefined }, CHECKED).object).toBeUndefined();
  });
});

describe('the dialog of a new barcode', () => {
  let rig: PageRig;
  let dialog: VueWrapper;

  beforeEach(async () => {
    rig = await openPageRig({});
    dialog = rig.mount(BarcodeWizard as Component, { open: false, context: CONTEXT, target: TARGET });
    await dialog.setProps({ open: true });
    await flushPromises();
  });

  afterEach(() => rig.end());

  const said = () => document.querySelector('[role=dialog]')?.textContent ?? '';

  async function press(name: string) {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim().startsWith(name));
    if (!button) throw new Error(`There is no key ${name}.`);
    button.click();
    await flushPromises();
  }

  async function write(selector: string, index: number, text: string) {
    const field = document.querySelectorAll<HTMLInputElement>(selector)[index];
    if (!field) throw new Error(`There is no field ${index}.`);
    field.value = text;
    field.dispatchEvent(new Event('input'));
    await flushPromises();
  }

  async function submit(): Promise<Barcode | undefined> {
    document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true, bubbles: true }));
    await flushPromises();
    return dialog.emitted<[Barcode]>('create')?.at(-1)?.[0];
  }

  it('offers the symbologies that suit the purpose', async () => {
    await press('Carton');
    expect([...document.querySelectorAll('.cards .name')].map(({ textContent }) => textContent)).toEqual([
      'ITF-14',
      'GS1-128',
      'GS1 DataMatrix',
    ]);
  });

  it('creates a code with its text and the entered size', async () => {
    await press('Retail product');
    await press('EAN-13');
    expect(said()).toContain('Prints as 4 dots, 0.339 mm');
    await write('textarea', 0, '952123454321');
    await write('input', 0, '0.5');
    const object = await submit();
    expect(object).toMatchObject({ type: 'EAN-13', x: 0, y: 0, text: '952123454321', barWidth: 0.5, barHeight: 22.85 });
    expect(dialog.emitted('update:open')?.at(-1)).toEqual([false]);
  });

  it('starts a pallet code with its SSCC', async () => {
    await press('Pallet');
    await press('GS1-128');
    await write('textarea', 0, '095212340000000001');
    expect(await submit()).toMatchObject({ type: 'GS1-128', apps: [{ id: '00', value: '095212340000000001' }] });
  });

  it('shows the fault, and allows to continue', async () => {
    await press('Retail product');
    await press('EAN-8');
    await write('textarea', 0, '1');
    expect(document.querySelector('[role=alert]')?.textContent).toContain('digits');
    await press('Add anyway');
    expect(await submit()).toMatchObject({ type: 'EAN-8', text: '1' });
  });

  it('creates nothing without a size, and goes back to the symbologies', async () => {
    await press('Custom data');
    await press('QR Code');
    await write('input', 0, '0');
    expect(await submit()).toBeUndefined();
    await press('Back');
    expect(said()).toContain('Aztec');
  });
});

import { mount, type VueWrapper } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import { computed, defineComponent, h, shallowRef } from 'vue';
import { LabelPreview } from '#rendering/label/preview/label-preview.ts';
import { headSlices } from '#renderer/domain/label-geometry/print-heads.ts';
import HeadField from '#renderer/panels/designer/HeadField.vue';
import { boxAt } from '#renderer/panels/designer/canvas/use-label-bitmap.ts';
import { useDesignCommands } from '#renderer/panels/designer/use-design-commands.ts';
import { useDesigner } from '#renderer/panels/designer/use-designer.ts';
import { usePrintHeads, type PrintHeads } from '#renderer/panels/designer/use-print-heads.ts';
import { formatJson } from '#renderer/domain/json/format-json.ts';
import { openPageI18n } from '#support/open-page-i18n.ts';
import { fonts, labelOf, TEN_PER_MM, VALUES } from '../../../electron/rendering/drawing-support.ts';

const RECT = { type: 'Rect', x: 5, y: 4, width: 10, height: 8 };
const PRINTER = { height: 40, sliceHeight: 20, slices: [{ phs: ['PH1'] }, { phs: ['PH2'] }] };

let field: VueWrapper;
afterEach(() => {
  field.unmount();
});

/** The choice of a head for the first object of a label. */
async function open(objs: readonly unknown[], { label: change = {}, printer = PRINTER } = {}) {
  const label = labelOf([...objs], { width: 60, height: 40, ...change });
  const preview = new LabelPreview(TEN_PER_MM, fonts);
  preview.update(label, VALUES);
  const text = shallowRef(formatJson(label));
  const designer = useDesigner({ text, write: (next: string) => void (text.value = next) });
  const sheet = { parts: shallowRef(preview.parts), resolution: shallowRef(preview.resolution) };
  const boxOf = (pointer: string) => boxAt(pointer, sheet.parts.value, sheet.resolution.value);
  const labelBox = () => ({ x: 0, y: 0, width: 60, height: label.height || preview.size.height / preview.resolution.y });
  const { move } = useDesignCommands(designer, { boxOf } as never, labelBox);
  designer.select(['/objs/0']);
  let heads: PrintHeads | undefined;
  const host = defineComponent({
    setup() {
      const slices = computed(() => headSlices(printer));
      heads = usePrintHeads({ ...{ labelBox, slices, sheet, boxOf, move }, label: shallowRef(label), selection: designer.selection });
      return () => h(HeadField, { choice: heads!.choice });
    },
  });
  field = mount(host, { global: { plugins: [await openPageI18n()] } });
  const place = () => (designer.document.value['objs'] as (typeof RECT)[])[0];
  return { heads: heads!, designer, place };
}

const choose = (name: string) => {
  const option = field.findAll('option').find((each) => each.text() === name)!;
  return field.get('select').setValue(option.attributes('value'));
};

describe('the print head of an object', () => {
  it('is named, and another one moves the object into its slice, in one undo step', async () => {
    const { designer, place } = await open([RECT]);
    expect(field.get('.hint').text()).toBe('Prints on PH1.');
    await choose('PH2');
    expect(place()).toMatchObject({ x: 5, y: 24 });
    designer.undo();
    expect(place()).toMatchObject(RECT);
  });

  it('is one of several heads if it crosses a border, and choosing one moves it out of the other', async () => {
    const { heads, place } = await open([{ ...RECT, y: 15 }]);
    expect(field.get('.hint').text()).toBe('Prints on PH1 and PH2.');
    expect(field.get('option').text()).toBe('PH1 and PH2');
    const detail = 'Crosses the border between PH1 and PH2: the parts may not meet exactly on the product';
    expect(heads.findings.value).toEqual([{ pointer: '/objs/0', detail, box: { x: 5, y: 15, width: 10, height: 8 } }]);
    await choose('PH1');
    expect(place()).toMatchObject({ y: 12 });
  });

  it('is that of each object of a group, which crosses no border itself', async () => {
    const { heads } = await open([{ type: 'ObjectGroup', children: [RECT, { ...RECT, y: 30 }] }]);
    expect(Object.fromEntries(heads.ofObjects.value)).toEqual({
      '/objs/0': 'PH1 and PH2',
      '/objs/0/children/0': 'PH1',
      '/objs/0/children/1': 'PH2',
    });
    expect(heads.findings.value).toEqual([]);
  });

  it('is none outside of all slices', async () => {
    await open([{ ...RECT, y: 60 }], { label: { height: 80 } });
    expect(field.get('.hint').text()).toBe('Outside the area of every print head.');
  });

  it('cannot be one that the label does not reach; a label as high as its content reaches all', async () => {
    await open([RECT], { label: { height: 15 } });
    const lower = () => field.findAll('option').at(-1)!;
    expect([lower().text(), lower().attributes('disabled')]).toEqual(['PH2: the label ends above it', '']);
    field.unmount();
    const { place } = await open([RECT], { label: { height: 0 } });
    await choose('PH2');
    expect(place()).toMatchObject({ y: 24 });
  });

  it('has the number of its slice if the printer does not name its heads', async () => {
    await open([RECT], { printer: { ...PRINTER, slices: [{ phs: [] }, { phs: [] }] } });
    expect(field.get('.hint').text()).toBe('Prints on Slice 1.');
  });
});

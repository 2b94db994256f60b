import { describe, expect, it } from 'vitest';
import { exampleValues } from '#renderer/panels/new-label/draw-template.ts';
import { TEMPLATES, type LabelTemplate } from '#renderer/panels/new-label/templates.ts';
import { checkLabel } from '#rendering/label/check-label.ts';
import { compileLabel } from '#rendering/label/compile-label.ts';
import { labelNeeds } from '#rendering/label/label-needs.ts';
import { printLabel } from '#rendering/label/print-label.ts';
import { reviewLabel } from '#rendering/label/review/review-label.ts';
import { withFallbackFonts } from '#rendering/text/fallback-fonts.ts';
import { withFonts } from '#rendering/text/font-library.ts';
import { decodeCodes } from '#support/decode-codes.ts';
import { madeFont } from '#support/made-fonts.ts';
import { pageTexts } from '#support/page-texts.ts';
import { fonts, toPng, VALUES } from '../../../electron/rendering/drawing-support.ts';

const english = pageTexts('en');

/** The codes of each template at noon of 21 November 2026, as read by an independent decoder. */
const CODES: Partial<Record<LabelTemplate['id'], string[]>> = {
  retail: ['EAN13 9521234543213'],
  pallet: ['Code128 (00)395212340000000014', 'Code128 (02)09521234543213(15)270521(37)40(10)261121'],
  pharma: ['DataMatrix (01)09521234543213(21)000000000001(17)281100(10)A0001'],
  link: ['QRCode https://id.gs1.org/01/09521234543213/10/L26325'],
  case: ['ITF 19521234543210'],
  shipping: ['Code128 10004711'],
  product: ['EAN13 9521234543213'],
  plate: ['DataMatrix X-200 000001'],
  carton: ['Code128 (01)19521234543210(15)270521(10)A0001'],
};

const drawn = (template: LabelTemplate, dpi: number) => {
  const target = { hdpi: dpi, vdpi: dpi };
  return { target, values: exampleValues(template, VALUES.moment) };
};

/** Fonts of a controller with fallback fonts that have every character. */
const han = madeFont({ family: 'Han', characters: '产品名称生产日期保质期至批号年月日' });
const all = withFallbackFonts(await withFonts(fonts, [{ family: 'Han', style: '', bytes: han }]), [{ family: 'Han', style: '' }]);

describe.each(TEMPLATES.map((template) => ({ id: template.id, template })))('the template "$id"', ({ id, template }) => {
  it.each([203, 300, 600])('draws at %s dpi with nothing to say about it', (dpi) => {
    const { target, values } = drawn(template, dpi);
    expect(checkLabel(template.label)).toEqual([]);
    const { faults, warnings } = reviewLabel(template.label, values, { target, fonts: all, printableHeight: undefined });
    expect({ faults, warnings }).toEqual({ faults: [], warnings: [] });
  });

  it.each([203, 300])('holds codes that are read at %s dpi', async (dpi) => {
    const { target, values } = drawn(template, dpi);
    const codes = await decodeCodes(toPng(printLabel(compileLabel(template.label, target, all), values), target));
    expect(codes.map(({ format, text }) => `${format} ${text}`).sort()).toEqual(CODES[id] ?? []);
  });

  it('contains exactly the resources that it needs', () => {
    const { variables, counters, shiftCodes, columns } = labelNeeds(template.label);
    const made = template.table?.content.columns ?? [];
    expect([...variables].sort()).toEqual(Object.keys(template.variables).sort());
    expect([...counters].sort()).toEqual(Object.keys(template.counters).sort());
    expect([...shiftCodes].sort()).toEqual(Object.keys(template.shiftCodes).sort());
    expect([...columns].sort()).toEqual([...made].sort());
  });

  it('names its script exactly if the fonts of Strobe do not cover it', () => {
    const { target, values } = drawn(template, 203);
    const { faults } = reviewLabel(template.label, values, { target, fonts, printableHeight: undefined });
    expect(template.script).toBe(faults.length > 0 ? 'Hans' : undefined);
  });

  it('uses Arial, which every controller prints', () => {
    expect(new Set(labelNeeds(template.label).fonts.map(({ family }) => family))).toEqual(new Set(['Arial']));
  });

  it('has a name and a purpose', () => {
    expect(english.labelTemplates.names[id]).toBeTruthy();
    expect(english.labelTemplates.purposes[id]).toBeTruthy();
  });
});

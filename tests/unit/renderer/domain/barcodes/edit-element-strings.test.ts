import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Component } from 'vue';
import type { Gs1Element } from '#contract/api-v3/label-barcodes.ts';
import ElementStrings from '#renderer/panels/designer/barcode/ElementStrings.vue';
import { gs1Decimals, gs1Format } from '#renderer/domain/barcodes/gs1-format.ts';
import { gs1Title } from '#renderer/domain/barcodes/gs1-titles.ts';
import { checkElementStrings } from '#renderer/domain/barcodes/check-element-strings.ts';
import { searchIdentifiers } from '#renderer/domain/barcodes/search-application-identifiers.ts';
import type { TextContext } from '#renderer/domain/dynamic-text/text-context.ts';
import { gs1Identifiers } from '#rendering/barcodes/gs1/gs1-elements.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const CONTEXT: TextContext = {
  values: {
    moment: { epochMs: Date.UTC(2026, 10, 22, 12), timeZone: 'UTC' },
    variables: new Map([['Batch', 'L7']]),
    counters: new Map([['Serial', { value: 7, width: 7, padding: '0' }]]),
    row: undefined,
  },
  columns: [],
};
const GTIN: Gs1Element = { id: '01', value: '09521234543213' };

describe('the application identifiers', () => {
  it('all have a title', () => {
    expect(gs1Identifiers().filter((id) => gs1Title(id) === '')).toEqual([]);
  });

  it.each([
    ['01', 'n14'],
    ['10', 'an..20'],
    ['17', 'n6 YYMMDD'],
    ['253', 'n13 + [an..17]'],
    ['421', 'n3 ISO 3166 + an..9'],
    ['7003', 'n6 YYMMDD + n4 HHMM'],
  ])('(%s) are written as %s', (id, format) => {
    expect(gs1Format(id)).toBe(format);
  });

  it('report the position of the decimal point', () => {
    expect(['3103', '3922', '30', '37', '3199'].map(gs1Decimals)).toEqual([3, 2, undefined, undefined, undefined]);
  });

  it('are found by the start of their number, with or without brackets', () => {
    expect(searchIdentifiers('(41', () => '')).toEqual(['410', '411', '412', '413', '414', '415', '416', '417']);
  });

  it('are found by words of their title and meaning, common ones first', () => {
    expect(searchIdentifiers('net kg', () => '')).toContain('3103');
    expect(searchIdentifiers('Charge', (id) => (id === '10' ? 'Charge oder Los' : ''))).toEqual(['10']);
    expect(searchIdentifiers('', () => '').slice(0, 3)).toEqual(['01', '10', '17']);
  });
});

describe('the findings on element strings', () => {
  const lint = (...elements: Gs1Element[]) => checkElementStrings(elements, { values: CONTEXT.values, carried: new Set() });

  it('are empty for valid ones, with the printed value', () => {
    expect(lint(GTIN, ['10', '{VARIABLE;Batch}'])).toEqual([{ printed: '09521234543213' }, { printed: 'L7' }]);
  });

  it('include the check digit that an SSCC gets', () => {
    expect(lint(['00', '095212340{COUNTER;Serial;WIDTH=8}'])).toEqual([{ printed: '095212340000000075' }]);
  });

  it('report a value that its identifier does not allow', () => {
    expect(lint({ id: '01', value: '09521234543214' })[0]?.valueFault).toContain('has the wrong check digit');
  });

  it('report a dynamic text without a value', () => {
    expect(lint(GTIN, { id: '10', value: '{VARIABLE;Lot}' })[1]).toEqual({ valueFault: 'There is no variable "Lot" (at character 1)' });
  });

  it('report an identifier without its partner, unless another code of the label contains that', () => {
    expect(lint(['10', 'L7'])[0]?.idFault).toContain('needs (01)');
    expect(checkElementStrings([['10', 'L7']], { values: CONTEXT.values, carried: new Set(['01']) })[0]).toEqual({ printed: 'L7' });
  });

  it('report a duplicate identifier and an unknown one', () => {
    expect(lint(GTIN, GTIN, { id: '05', value: '1' }).map(({ idFault }) => idFault)).toEqual([
      undefined,
      'The application identifier (01) occurs twice',
      'There is no application identifier (05)',
    ]);
  });
});

describe('the list of element strings', () => {
  let rig: PageRig;
  let strings: VueWrapper;
  let elements: readonly Gs1Element[];

  beforeEach(async () => {
    rig = await openPageRig({});
  });

  afterEach(() => rig.end());

  function open(...given: Gs1Element[]) {
    elements = given;
    strings = rig.mount(ElementStrings as Component, {
      modelValue: elements,
      context: CONTEXT,
      'onUpdate:modelValue': (next: Gs1Element[]) => {
        elements = next;
        void strings.setProps({ modelValue: next });
      },
    });
  }

  async function press(name: string) {
    const button = strings.findAll('button').find((each) => each.text() === name || each.attributes('aria-label') === name);
    if (!button) throw new Error(`There is no key ${name}.`);
    await button.trigger('click');
    await flushPromises();
  }

  it('adds an identifier that was found by its meaning, with the date of the print where it is known', async () => {
    open(GTIN);
    await press('Add an application identifier');
    await strings.get('[role=combobox]').setValue('production date');
    await strings.get('[role=combobox]').trigger('keydown', { key: 'Enter' });
    await flushPromises();
    expect(elements).toEqual([GTIN, { id: '11', value: '{YEAR2}{MONTH}{DAYOFMONTH}' }]);
    expect(strings.text()).toContain('currently 261122');
  });

  it('keeps pairs as pairs, objects as objects, and unknown keys', async () => {
    open(['01', '09521234543213'], { id: '10', value: 'L7', note: 'ours' });
    await strings.findAll('textarea')[0]!.setValue('1');
    await strings.findAll('textarea')[1]!.setValue('L8');
    expect(elements).toEqual([['01', '1'], { id: '10', value: 'L8', note: 'ours' }]);
    await press('Move (10) up');
    await press('Add an application identifier');
    await strings.findAll('[role=option]')[6]!.trigger('click');
    expect(elements).toEqual([{ id: '10', value: 'L8', note: 'ours' }, ['01', '1'], ['21', '']]);
  });

  it('changes an identifier and keeps its value', async () => {
    open(GTIN);
    await strings.get('.identifier').trigger('click');
    await strings.get('[role=combobox]').setValue('02');
    await strings.findAll('[role=option]')[0]!.trigger('click');
    await flushPromises();
    expect(elements).toEqual([{ ...GTIN, id: '02' }]);
    expect(strings.get('.fault').text()).toContain('needs (37)');
  });

  it('removes one and keeps the focus in the list', async () => {
    open(GTIN, ['10', 'L7']);
    await press('Remove (01)');
    expect(elements).toEqual([['10', 'L7']]);
    expect(document.activeElement?.className).toContain('identifier');
  });

  it('shows the fault at the value', () => {
    open({ id: '01', value: '123' });
    expect(strings.get('[role=alert]').text()).toContain('must have exactly 14 digits, not 3');
  });
});

import { describe, expect, it } from 'vitest';
import { runLabelTests } from '#rendering/label/run-label-tests.ts';
import { labelOf, VALUES } from '../drawing-support.ts';

const FONT = { family: 'Arimo', height: 2 };
const BEST_BEFORE = { type: 'Text', name: 'Best before', x: 1, y: 1, font: FONT, text: '{TIME;{DAYOFMONTH}.{MONTH}.{YEAR};+3months}' };
const at = '2026-11-30T12:00:00+01:00';

const run = (objs: unknown[], ...labelTests: unknown[]): string[] =>
  runLabelTests(labelOf(objs, { labelTests }), VALUES).map(({ pointer, detail }) => `${pointer} ${detail}`);

describe('the tests of a label', () => {
  it('pass if its objects show the expected texts', () => {
    expect(run([BEST_BEFORE], { at, expect: { 'Best before': '28.02.2027', '/objs/0': '28.02.2027' } })).toEqual([]);
    expect(run([BEST_BEFORE])).toEqual([]);
  });

  it('report what an object shows instead, and when', () => {
    expect(run([BEST_BEFORE], { at, expect: { 'Best before': '02.03.2027' } })).toEqual([
      `/labelTests/0/expect/Best before Best before shows "28.02.2027", not "02.03.2027", when it is printed at ${at}`,
    ]);
  });

  it('override the current values', () => {
    const objs = [{ ...BEST_BEFORE, name: 'Line', text: '{VARIABLE;Lot} {COUNTER;Serial} {TABLE;Name}' }];
    const given = { variables: { Lot: 'B1' }, counters: { Serial: 7 }, row: { Name: 'Oat milk' } };
    expect(run(objs, { at, ...given, expect: { Line: 'B1 000007 Oat milk' } })).toEqual([]);
    expect(run(objs, { at, row: { Name: 'Oat milk' }, expect: { Line: 'A7731 000042 Oat milk' } })).toEqual([]);
  });

  it('read barcodes as human-readable text', () => {
    const code = { type: 'GS1-DataMatrix', name: 'Code', x: 1, y: 1, apps: [['01', '{TABLE;GTIN}']] };
    expect(run([code], { at, row: { GTIN: '09501101530003' }, expect: { Code: '(01)09501101530003' } })).toEqual([]);
  });

  it('expect null for an invisible object or one without a value', () => {
    const hidden = { ...BEST_BEFORE, visible: '{IF;{VARIABLE;Lot};=;A7731;0;1}' };
    expect(run([hidden], { at, expect: { 'Best before': null } })).toEqual([]);
    expect(run([{ ...BEST_BEFORE, text: '{TABLE;Name}' }], { at, expect: { 'Best before': 'Oat milk' } })).toEqual([
      `/labelTests/0/expect/Best before Best before shows nothing, not "Oat milk", when it is printed at ${at}`,
    ]);
  });

  it('report an unknown object and an ambiguous name', () => {
    expect(run([BEST_BEFORE, BEST_BEFORE], { at, expect: { 'a/b': '', 'Best before': '' } })).toEqual([
      '/labelTests/0/expect/a~1b The label has no object "a/b"',
      '/labelTests/0/expect/Best before Several objects are called "Best before": name it by its pointer',
    ]);
  });
});

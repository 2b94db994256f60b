import { describe, expect, it } from 'vitest';
import { ZPL_WARNINGS } from '#renderer/domain/zpl/syntax/zpl-warnings.ts';
import { pageTexts } from '#support/page-texts.ts';
import { labelOf, objectOf, read, warningsOf } from './zpl-support.ts';

const GFA = '^GFA,2,2,1,FF00';

describe('a label of ZPL', () => {
  it('has the specified size, or that of its content', () => {
    expect(labelOf('^PW800^LL400^FO0,0^GB9,9,9^FS').label).toMatchObject({ format: 3, width: 100, height: 50 });
    expect(labelOf('^FO0,0^GB9,9,9^FS', 12).label).toMatchObject({ width: 0, height: 0 });
    expect(labelOf('^POI^FO0,0^GB9,9,9^FS').label.rotation).toBe('CW180');
    expect(labelOf('^MUM^PW50^LL20.5^FO1,2^GB9,9,9^FS').label).toMatchObject({ width: 50, height: 20.5, objs: [{ x: 1, y: 2 }] });
  });

  it('converts texts literally, including braces and backslashes', () => {
    expect(objectOf('^FO0,0^FD{YEAR} \\{x^FS')).toMatchObject({ text: '\\{YEAR\\} \\\\\\{x' });
    expect(objectOf('^FO0,0^FB300,2^FDone\\&two\\-x\\\\y^FS')).toMatchObject({ text: 'one\ntwox\\y', width: 37.5, hAlign: 'LEFT' });
    expect(objectOf('^FO0,0^FDone\\&two^FS')).toMatchObject({ text: 'one\\&two' });
  });

  it('decodes hexadecimal bytes and character sets', () => {
    expect(objectOf('^CI28^FO0,0^FH^FD_C3_BC_5e_zz_4^FS')).toMatchObject({ text: 'ü^_zz_4' });
    expect(objectOf('^FO0,0^FH#^FD#81#E1^FS')).toMatchObject({ text: 'üß' });
    expect(objectOf('^CI27^FO0,0^FH^FD_FC_80^FS')).toMatchObject({ text: 'ü€' });
    expect(labelOf('^FO0,0^FDü^FS')).toMatchObject({ label: { objs: [{ text: 'ü' }] }, warnings: [{ kind: 'encodingGuessed' }] });
  });

  it('uses fonts that are always available', () => {
    const font = (choice: string): unknown => (objectOf(`^FO0,0${choice}^FDx^FS`) as { font?: unknown }).font;
    expect(font('^A0N,100')).toEqual({ family: 'Arimo', style: 'Bold', height: 10.875 });
    expect(font('^A0N,100,50')).toEqual({ family: 'Arimo', style: 'Bold', height: 6.875 });
    expect(font('^AVN')).toMatchObject({ family: 'Arimo', style: 'Bold' });
    expect(font('^AAN,18,10')).toEqual({ family: 'DejaVu Sans Mono', style: '', height: 2.4005 });
    expect(font('^A@N,40,40,E:ARIALBD.TTF')).toEqual({ family: 'Arimo', style: 'Bold', height: 5 });
    expect(font('^CF0,80')).toMatchObject({ family: 'Arimo', height: 8.7 });
    expect(objectOf('^CI28^FO0,0^A0N,40^FDعربي^FS')).toMatchObject({ font: { family: 'DejaVu Sans', style: 'Bold' } });
  });

  it('uses the data of its numbered fields, and variables where there are none', () => {
    const [filled, open] = labelOf('^FO0,0^FN1"Lot no."^FDA1^FS^FO0,50^FN2"Best {before}"^FS').label.objs;
    expect(filled).toMatchObject({ text: 'A1', name: 'Lot no.' });
    expect(open).toMatchObject({ text: '{VARIABLE;Best  before}' });
    expect(objectOf('^FO0,0^BQN,2,4^FN7^FS')).toMatchObject({ type: 'QRCode', text: '{VARIABLE;FN7}' });
  });

  it('of a stored format is a label for each recall, or one with variables without a recall', () => {
    const template = '^XA^DFR:A.ZPL^FS^PW80^FO0,0^FN1^FDnone^FS^XZ';
    const texts = (text: string): unknown[] =>
      read(text).labels.map(({ content: { label } }) => label.objs.map((object) => ('text' in object ? object.text : '')));
    expect(texts(`${template}^XA^XFR:A.ZPL^FN1^FDx^FS^XZ^XA^XFA^FN1^FDy^FS^XZ`)).toEqual([['x'], ['y']]);
    expect(texts(template)).toEqual([['none']]);
    expect(texts(template.replace('^FDnone', ''))).toEqual([['{VARIABLE;FN1}']]);
  });

  it('draws reversed fields in white on black boxes, in either order', () => {
    const box = { type: 'Rect', fillColor: 'black' };
    const text = { type: 'Text', color: 'white' };
    expect(labelOf('^FO0,0^GB200,50,50^FS^FO10,5^FR^A0N,40^FDx^FS').label.objs).toMatchObject([box, text]);
    expect(labelOf('^FO10,5^A0N,40^FDx^FS^FO0,0^FR^GB200,50,50^FS').label.objs).toMatchObject([box, text]);
    expect(objectOf('^FO10,5^FR^A0N,40^FDx^FS')).not.toHaveProperty('color');
    expect(labelOf('^LRY^FO0,0^GB200,50,50^FS^FO10,5^A0N,40^FDx^FS').label.objs).toMatchObject([box, text]);
  });

  it('recalls graphics by name, without drive and extension', () => {
    const { labels } = read('~DGR:LOGO.GRF,2,1,FF00\n^XA^FO8,8^XGlogo,2,3^FS^XZ');
    expect(labels[0]?.content.label.objs).toMatchObject([{ type: 'StaticBitmap', x: 1, y: 1, width: 2, height: 0.75, fgColor: 'black' }]);
  });

  it('has lines, boxes and diagonals', () => {
    expect(objectOf('^FO8,8^GB80,40,4,W,4^FS')).toMatchObject({ type: 'Rect', lineWidth: 0.5, lineColor: 'white', cornerRadius: 1.25 });
    expect(objectOf('^FO8,8^GB80,0,4^FS')).toMatchObject({ width: 10, height: 0.5, fillColor: 'black' });
    expect(objectOf('^FO0,0^GD80,80,8,B,L^FS')).toMatchObject({ type: 'PolyLine', points: [0.5, 0, 9.5, 10] });
  });

  it('prints the current time in clock fields', () => {
    expect(objectOf('^FO0,0^FC%^FD%d.%m.%Y {%H}^FS')).toMatchObject({ text: '{DAYOFMONTH}.{MONTH}.{YEAR} \\{{HOUR}\\}' });
  });
});

describe('a file of ZPL', () => {
  it('yields every label that draws something, with its line', () => {
    const { labels, fault } = read('^XA^PW80^XZ\n^XA^FO0,0^GB9,9,9^FS^XZ\n\n^XA^FO0,0^GB9,9,9^FS^XZ');
    expect({ lines: labels.map(({ line }) => line), fault }).toEqual({ lines: [2, 4], fault: undefined });
    expect(labels[0]?.content.label.width).toBe(10);
  });

  it.each([
    ['', { kind: 'noLabel' }],
    ['{"format": 3}', { kind: 'noLabel' }],
    ['^XA^PW80^XZ', { kind: 'nothingDrawn' }],
    [' '.repeat(4 * 1024 * 1024 + 1), { kind: 'tooLarge' }],
    [`^XA\n${'^FO0,0^GB9,9,9^FS\n'.repeat(10_001)}^XZ`, { kind: 'tooMuch', line: 10_002 }],
    [`^XA\n${'^FO0,0^BQN^FDA^FS\n'.repeat(1_001)}^XZ`, { kind: 'tooMuch', line: 1_002 }],
  ])('that is invalid or too large is a fault %#', (text, fault) => {
    expect(read(text)).toEqual({ labels: [], isCut: false, fault });
  });

  it('that recalls a format thousands of times is read in part', () => {
    const many = `^XA^DFA^FS${'^FO0,0^GB9,9,9^FS'.repeat(500)}^XZ${'^XA^XFA^FS^XZ'.repeat(1_000)}`;
    const { labels, isCut } = read(many);
    expect({ count: labels.length, isCut }).toEqual({ count: 20, isCut: true });
  });

  it.each([
    ['^QQ5,6', 'unknown ^QQ 5,6'],
    ['^PQ12', 'copies ^PQ 12'],
    ['^MMT', 'settings ^MM'],
    ['^PMY', 'unsupported ^PM Y'],
    ['^FOx,5^GB9,9,9^FS', 'badNumber ^FO x 0'],
    ['^FO0,99999^GB9,9,9^FS', 'badNumber ^FO 99999 32000'],
    ['^FO0,0^AZN,9^FDx^FS', 'fontReplaced ^A Z Arimo'],
    ['^FO0,0^A0N,40,80^FDx^FS', 'stretched ^A'],
    ['^FO0,0^FDx^FO9,9', 'fieldOpen ^FO'],
    ['^FO0,0^FDx', 'fieldOpen ^FD'],
    ['^FO0,0^FN1^FDx^FS', 'fieldKept ^FN x'],
    ['^FO0,0^FN1^FS', 'fieldVariable ^FN FN1'],
    ['^FO0,0^SN007,1,Y^FS', 'serial ^SN 007'],
    ['^FO0,0^FC%^FD%Q^FS', 'clock ^FD %Q'],
    ['^FO0,0^FR^FDx^FS', 'reversed ^FR'],
    ['^FO0,0^FH^FDa_1db^FS', 'controlCharacters ^FD ab'],
    ['^CI28^FO0,0^FD日^FS', 'letters ^FD 日'],
    ['^FO0,0^GFB,4,4,1,abcd^FS', 'pictureBinary ^GF'],
    ['^FO0,0^GFA,4,4,1,?^FS', 'pictureBroken ^GF'],
    ['^FO0,0^GFA,999999,999999,1000,F^FS', 'pictureTooLarge ^GF'],
    ['^FO0,0^XGMISSING^FS', 'pictureMissing ^XG MISSING'],
    ['^XFMISSING^FS', 'templateMissing ^XF MISSING'],
    ['^MUI^FO5000,0^FDx^FS', 'badNumber ^FO 5000 157.48'],
    ['^RFW,H^FD1234^FS', 'unsupported ^RF W,H'],
  ])('reports the conversion of %s', (commands, warning) => {
    expect(warningsOf(`^FO0,0${GFA}^FS${commands}`)).toEqual([warning]);
  });

  it('reports a label that is not ended, and counts repeated warnings', () => {
    const { labels } = read('^XA^FO0,0^GB9,9,9^FS^QQ\n^QQ');
    expect(labels[0]?.content.warnings).toMatchObject([
      { kind: 'labelOpen', line: 1 },
      { kind: 'unknown', line: 1, count: 2 },
    ]);
  });

  it('has texts for every kind of warning', () => {
    expect(Object.keys(pageTexts('en').zplImport.warnings)).toEqual([...ZPL_WARNINGS]);
  });
});

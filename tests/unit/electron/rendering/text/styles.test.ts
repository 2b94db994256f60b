import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { checkLabel } from '#rendering/label/check-label.ts';
import { compileLabel } from '#rendering/label/compile-label.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { labelNeeds } from '#rendering/label/label-needs.ts';
import { printLabel } from '#rendering/label/print-label.ts';
import { resolveLabel } from '#rendering/label/resolve-label.ts';
import { propertyRuns } from '#support/property-runs.ts';
import { drawObjects, fonts, inkBox, labelOf, picture, problemOf, TEN_PER_MM, VALUES } from '../drawing-support.ts';

const font = { family: 'Arimo', style: '', height: 4 };
const styled = (styleFormat: string, text: string, rest = {}): unknown => ({ type: 'Text', x: 1, y: 1, font, text, styleFormat, ...rest });
const simple = (text: string, rest = {}): unknown => styled('SIMPLE', text, rest);
const advanced = (text: string, rest = {}): unknown => styled('ADVANCED', text, rest);
const plain = (text: string, rest = {}): unknown => ({ type: 'Text', x: 1, y: 1, font, text, ...rest });
const drawn = (object: unknown, rest = {}): string[] => picture(drawObjects([object], { width: 60, height: 20, ...rest }));
const faultOf = (object: unknown): unknown => problemOf(() => compileLabel(labelOf([object]), TEN_PER_MM, fonts)).context.errors;
const withValue = (value: string): PrintValues => ({ ...VALUES, variables: new Map([['V', value]]) });

describe('SIMPLE styles', () => {
  it('draws text between asterisks in bold', () => {
    expect(drawn(simple('*Lot*'))).toEqual(drawn(plain('Lot', { font: { ...font, style: 'Bold' } })));
  });

  it('begins the bold part where the part before it ends', () => {
    const [both, first] = ['ab*cd*', 'ab'].map((text) => inkBox(drawObjects([simple(text)], { width: 60 })));
    const second = inkBox(drawObjects([plain('cd', { font: { ...font, style: 'Bold' } })], { width: 60 }));
    const advance = 2 * 0.55615 * 40;
    expect([both?.left, Math.abs((both?.right ?? 0) - (second?.right ?? 0) - advance) <= 1]).toEqual([first?.left, true]);
  });

  it('turns italic into bold italic, and leaves bold unchanged', () => {
    const inStyle = (style: string): unknown => ({ font: { ...font, style } });
    expect(drawn(simple('*x*', { font: { ...font, style: 'Italic' } }))).toEqual(drawn(plain('x', inStyle('Bold Italic') as object)));
    expect(drawn(simple('*x*', { font: { ...font, style: 'Bold' } }))).toEqual(drawn(plain('x', inStyle('Bold') as object)));
  });

  it.each([
    ['an asterisk after a backslash', 'a\\*b', 'a*b'],
    ['a backslash before the mark', 'a\\\\', 'a\\'],
    ['a brace after a backslash', 'a\\{b', 'a{b'],
    ['brackets', 'a[b]', 'a[b]'],
    ['a backslash before a letter', 'a\\b', 'a\\b'],
  ])('prints %s as it is', (_, source, text) => {
    expect(drawn(simple(source))).toEqual(drawn(plain(text.replace(/[{}]/gu, '\\$&'))));
  });

  it.each([
    ['a *b', 'The bold text is not closed; write * after it, or \\* for a literal asterisk (at character 3)'],
    ['*{YEAR', 'The code is not closed; write \\{ for a literal brace (at character 2)'],
    ['*a*{NOPE}', 'There is no code {NOPE} (at character 4)'],
    ['*a*}', 'There is a closing brace without an opening one; write \\} for a literal brace (at character 4)'],
  ])('refuses %j', (text, detail) => {
    expect([faultOf(simple(text)), checkLabel(labelOf([simple(text)]))]).toEqual([
      [{ pointer: '/objs/0/text', detail }],
      [{ pointer: '/objs/0/text', detail }],
    ]);
  });

  it('names the position of a bold part whose font has no bold style', () => {
    expect(faultOf(simple('a *b*', { font: { ...font, family: 'DejaVu Sans Mono' } }))).toEqual([
      { pointer: '/objs/0/text', detail: 'The font "DejaVu Sans Mono" has no style "Bold" (at character 3)' },
    ]);
  });
});

describe('ADVANCED styles', () => {
  it('sets family, style and height of a part', () => {
    const own = { family: 'DejaVu Sans', style: 'Bold', height: 7 };
    const source = '[font-family="DejaVu Sans" font-style="Bold" font-height="7"]Ag[]';
    expect(drawn(advanced(source))).toEqual(drawn(plain('Ag', { font: own })));
  });

  it('inherits settings of outer styles until they end', () => {
    expect(drawn(advanced('[font-height="7"][font-style="Bold"]a[]b[]c'))).toEqual(
      drawn(advanced('[font-height="7" font-style="Bold"]a[][font-height="7"]b[]c')),
    );
  });

  it('aligns parts of any height on one baseline, with the line height of the tallest', () => {
    const [small, tall, both] = ['H', '[font-height="8"]H[]', 'H[font-height="8"]H[]'].map((text) => {
      const bitmap = drawObjects([advanced(text)], { height: 0 });
      return { bottom: inkBox(bitmap)?.bottom, height: bitmap.height };
    });
    expect([both, tall?.bottom !== small?.bottom]).toEqual([tall, true]);
  });

  it('gives each line the height of its own tallest part', () => {
    const heights = ['a\na', '[font-height="8"]a[]\na', 'a\n[font-height="8"]a[]'].map(
      (text) => drawObjects([advanced(text)], { height: 0 }).height,
    );
    expect(heights).toEqual([10 + 92, 10 + 46 + 92, 10 + 46 + 92]);
  });

  it('draws a part in its own colour', () => {
    const plate = { type: 'Rect', x: 0, y: 0, width: 60, height: 20 };
    const over = picture(drawObjects([plate, advanced('[color="white"]ab[]c')], { width: 60, height: 20 }));
    expect(over).toEqual(picture(drawObjects([plate, plain('ab', { color: 'white' })], { width: 60, height: 20 })));
  });

  it('takes a colour from a variable', () => {
    const label = labelOf([advanced('a[color="{VARIABLE;V}"]b[]')]);
    const print = (value: string): string[] => picture(printLabel(compileLabel(label, TEN_PER_MM, fonts), withValue(value)));
    expect([print('black'), print('none')]).toEqual([picture(drawObjects([plain('ab')])), picture(drawObjects([plain('a')]))]);
  });

  it('takes a height from a variable', () => {
    const label = labelOf([advanced('[font-height="{VARIABLE;V}"]b[]')]);
    const print = (value: string): unknown => picture(printLabel(compileLabel(label, TEN_PER_MM, fonts), withValue(value)));
    expect(print('6')).toEqual(picture(drawObjects([plain('b', { font: { ...font, height: 6 } })])));
    expect(problemOf(() => print('6mm')).context.errors).toEqual([
      {
        pointer: '/objs/0/text',
        detail: '"6mm" is not a font height; use millimetres, such as font-height="3.5" (at character 15)',
      },
    ]);
  });

  it.each([
    ['[color="red"]a', 'The style is not closed; write [] after its text, or \\[ for a literal bracket (at character 1)'],
    ['a[]', 'There is no open style that [] could close; write \\[ or \\] for a literal bracket (at character 2)'],
    ['a]', 'There is a closing bracket without an opening one; write \\] for a literal bracket (at character 2)'],
    ['a [b', 'The bracket is not closed; write \\[ for a literal bracket (at character 3)'],
    ['[1]', 'Write a style as [key="value"], and \\[ for a literal bracket (at character 2)'],
    ['[size="3"]a[]', 'There is no style "size"; there are color, font-family, font-style, font-height (at character 2)'],
    ['[color=red]a[]', 'Write color as color="..." (at character 7)'],
    ['[color="red]a[]', 'The value of color does not end with " (at character 2)'],
    ['[color="red" color="blue"]a[]', 'The style has color twice (at character 14)'],
    ['[ ]a[]', 'The style sets nothing; end a style with [] without a space (at character 1)'],
    ['[color="rot"]a[]', '"rot" is not a colour; use a name, #rrggbb, rgb(r,g,b) or cmyk(c,m,y,k) (at character 9)'],
    ['[font-height="0"]a[]', '"0" is not a font height; use millimetres, such as font-height="3.5" (at character 15)'],
    ['[color="{VARIABLE}"]a[]', 'VARIABLE needs the name of a variable (at character 9)'],
    [`${'[color="red"]'.repeat(65)}a${'[]'.repeat(65)}`, 'Styles are nested more than 64 deep (at character 833)'],
  ])('refuses %j', (text, detail) => {
    expect([faultOf(advanced(text)), checkLabel(labelOf([advanced(text)]))]).toEqual([
      [{ pointer: '/objs/0/text', detail }],
      [{ pointer: '/objs/0/text', detail }],
    ]);
  });

  it('names the position of an unknown font', () => {
    expect(faultOf(advanced('a[font-family="Nope"]b[]'))).toEqual([
      { pointer: '/objs/0/text', detail: 'There is no font "Nope"; there are Arimo, DejaVu Sans, DejaVu Sans Mono (at character 16)' },
    ]);
  });

  it('requires the fonts that its styles name', () => {
    const objs = [advanced('a[font-family="DejaVu Sans"]b[font-style="Bold"]c[][]'), simple('*d*'), simple('*e')];
    expect(labelNeeds(labelOf(objs)).fonts).toEqual([
      { family: 'Arimo', style: '' },
      { family: 'DejaVu Sans', style: '' },
      { family: 'DejaVu Sans', style: 'Bold' },
      { family: 'Arimo', style: 'Bold' },
    ]);
  });

  it('wraps and justifies across its parts', () => {
    const source = 'one two [font-style="Bold"]three four[] five six';
    const box = inkBox(drawObjects([advanced(source, { x: 0, width: 20, hAlign: 'JUSTIFIED' })], { width: 30, height: 30 }));
    expect(box && [box.left < 5, box.right > 194, box.right < 202]).toEqual([true, true, true]);
  });

  it('joins Arabic letters across a style, and orders the parts of a line as they are read', () => {
    const arabic = { font: { family: 'DejaVu Sans', style: '', height: 4 } };
    expect(drawn(advanced('\u0628[color="black"]\u0628[]\u0628', arabic))).toEqual(drawn(plain('\u0628\u0628\u0628', arabic)));
    expect(drawn(advanced('\u0628 [color="black"]12[] \u0628', arabic))).toEqual(drawn(plain('\u0628 12 \u0628', arabic)));
  });

  it('reads 20 000 characters of markup in linear time', () => {
    expect(checkLabel(labelOf([advanced('[color="red"]a[]'.repeat(1_250)), simple('*a'.repeat(10_000))]))).toEqual([]);
  });
});

describe('values in a text with styles', () => {
  const printed = (object: unknown, value: string): string[] => {
    return picture(printLabel(compileLabel(labelOf([object]), TEN_PER_MM, fonts), withValue(value)));
  };

  it.each(['*a*', '[]', '[color="white"]a', '\\*', '"a"', '{YEAR}', '\\'])('prints %j literally', (value) => {
    const expected = printed(plain('{VARIABLE;V}'), value);
    expect([printed(simple('{VARIABLE;V}'), value), printed(advanced('{VARIABLE;V}'), value)]).toEqual([expected, expected]);
  });

  it('are resolved to a label that prints the same, whatever they contain', () => {
    const object = fc.constantFrom(
      simple('*a{VARIABLE;V}*{VARIABLE;V}\\*'),
      advanced('[font-style="Bold"]{VARIABLE;V}[]\\[{VARIABLE;V}\\"'),
    );
    const value = fc.string({ unit: fc.constantFrom('a', '*', '[', ']', '"', '\\', '{', '}', ';', ' '), maxLength: 8 });
    fc.assert(
      fc.property(object, value, (text, words) => {
        const label = labelOf([text]);
        const resolved = resolveLabel(label, withValue(words));
        const [before, after] = [label, resolved].map((each) => printLabel(compileLabel(each, TEN_PER_MM, fonts), withValue(words)).words);
        expect([after, resolveLabel(resolved, withValue('other'))]).toEqual([before, resolved]);
      }),
      { numRuns: propertyRuns(60) },
    );
  });
});

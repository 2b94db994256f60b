import { describe, expect, it } from 'vitest';
import { compileLabel } from '#rendering/label/compile-label.ts';
import { layOutLines } from '#rendering/text/layout.ts';
import { findTypeface, loadFonts } from '#rendering/text/font-library.ts';
import { drawObjects, fonts, inkBox, labelOf, picture, problemOf, TEN_PER_MM } from '../drawing-support.ts';

const font = { family: 'Arial', style: '', height: 4 };
const text = (words: string, rest: Record<string, unknown> = {}): unknown => ({ type: 'Text', x: 1, y: 1, text: words, font, ...rest });

function faultOf(object: unknown): { detail: string | undefined; errors: unknown } {
  const { context } = problemOf(() => compileLabel(labelOf([object]), TEN_PER_MM, fonts));
  return { detail: context.detail, errors: context.errors };
}

function arimoLines(words: string, width?: number): string[] {
  const typeface = findTypeface(fonts, 'Arimo', '');
  if (typeof typeface === 'string') throw new Error(typeface);
  return layOutLines(words, { typeface, size: { x: 40, y: 40 } }, width).map((line) => line.text);
}

describe('Text', () => {
  it('has an em of the font height: capitals of Arimo are 0.69 of it', () => {
    const box = inkBox(drawObjects([text('H')]));
    expect(box && box.bottom - box.top + 1).toBe(28);
  });

  it('puts its first baseline below its top by the ascent of the font', () => {
    expect(inkBox(drawObjects([text('H')]))?.bottom).toBe(10 + Math.round(40 * (1854 / 2048)) - 1);
  });

  it('draws the same dots at every position', () => {
    const [left, right] = [drawObjects([text('Ag', { x: 0, y: 0 })]), drawObjects([text('Ag', { x: 3.3, y: 2 })])];
    const cut = picture(right).map((row) => row.slice(33));
    expect(cut.slice(20, 70)).toEqual(
      picture(left)
        .slice(0, 50)
        .map((row) => row.slice(0, 167)),
    );
  });

  it.each([
    ['LEFT', 13],
    ['CENTER', 98],
    ['RIGHT', 184],
  ])('aligns to the %s of its width', (hAlign, left) => {
    expect(inkBox(drawObjects([text('H', { width: 20, hAlign })], { width: 25 }))?.left).toBe(left);
  });

  it.each([
    ['TOP', 18],
    ['CENTER', 65],
    ['BOTTOM', 112],
  ])('aligns to the %s of its height', (vAlign, top) => {
    const box = inkBox(drawObjects([text('H', { height: 14, vAlign })], { height: 20 }));
    expect(box?.top).toBe(top);
  });

  it('stretches justified lines to the full width, but not the last', () => {
    const words = 'one two three four five six seven';
    const [left, justified] = ['LEFT', 'JUSTIFIED'].map((hAlign) =>
      drawObjects([text(words, { width: 30, hAlign })], { width: 40, height: 30 }),
    );
    const rightEnd = (rows: string[] = []): number => Math.max(...rows.map((row) => row.lastIndexOf('#')));
    const [loose, full] = [picture(left!), picture(justified!)];
    expect(rightEnd(full.slice(10, 56))).toBeGreaterThan(rightEnd(loose.slice(10, 56)));
    expect(rightEnd(full.slice(10, 56))).toBeGreaterThanOrEqual(306);
    expect(full.slice(106)).toEqual(loose.slice(106));
  });

  it.each([
    { rotation: 0, hAnchor: 'LEFT', vAnchor: 'TOP', corner: { left: 100, top: 50 } },
    { rotation: 90, hAnchor: 'LEFT', vAnchor: 'TOP', corner: { right: 99, top: 50 } },
    { rotation: 180, hAnchor: 'LEFT', vAnchor: 'TOP', corner: { right: 99, bottom: 49 } },
    { rotation: 270, hAnchor: 'LEFT', vAnchor: 'TOP', corner: { left: 100, bottom: 49 } },
    { rotation: 0, hAnchor: 'RIGHT', vAnchor: 'BOTTOM', corner: { right: 99, bottom: 49 } },
    { rotation: 90, hAnchor: 'RIGHT', vAnchor: 'BOTTOM', corner: { left: 100, bottom: 49 } },
  ])('turns by $rotation degrees around its $hAnchor $vAnchor corner', ({ corner, ...anchor }) => {
    const frame = { type: 'Rect', x: 10, y: 5, width: 3, height: 2, ...anchor };
    expect(inkBox(drawObjects([frame]))).toMatchObject(corner);
  });

  it('draws rotated text as the rotation of the text', () => {
    const upright = picture(drawObjects([text('Rg7', { x: 0, y: 0 })]));
    const turned = picture(drawObjects([text('Rg7', { x: 10, y: 0, rotation: 90 })]));
    const size = 80;
    const expected = Array.from({ length: size }, (_, y) => Array.from({ length: 50 }, (_dot, x) => upright[49 - x]?.[y] ?? '.').join(''));
    expect(turned.slice(0, size).map((row) => row.slice(50, 100))).toEqual(expected);
  });

  it.each([
    ['apart', 0.5, 5],
    ['together', -0.3, -3],
  ])('adds the letter spacing between letters %s, and none after the last', (_, letterSpacing, dots) => {
    const end = (words: string, rest = {}): number => inkBox(drawObjects([text(words, rest)]))?.right ?? -1;
    expect([end('H', { letterSpacing }) - end('H'), end('HHH', { letterSpacing }) - end('HHH')]).toEqual([0, 2 * dots]);
    const grown = [0, letterSpacing].map((spacing) => drawObjects([text('HHHH', { letterSpacing: spacing })], { width: 0 }).width);
    expect((grown[1] ?? 0) - (grown[0] ?? 0)).toBe(3 * dots);
  });

  it('keeps an accent on its letter with any letter spacing', () => {
    const words = 'e\u0301x';
    const [near, wide] = [0, 1].map((letterSpacing) =>
      picture(drawObjects([text(words, { letterSpacing })])).map((row) => row.slice(0, 32)),
    );
    expect(wide).toEqual(near);
  });

  it('breaks lines earlier with letter spacing', () => {
    const heights = [0, 2].map((letterSpacing) => {
      return drawObjects([text('one two', { width: 15, letterSpacing })], { height: 0 }).height;
    });
    expect(heights).toEqual([10 + 46, 10 + 92]);
  });

  it.each([
    ['apart', 1, 10],
    ['together', -0.5, -5],
  ])('moves its lines %s by the line spacing', (_, lineSpacing, dots) => {
    const drawn = (rest = {}): { bottom: number | undefined; height: number } => {
      const bitmap = drawObjects([text('H\nH\nH', rest)], { height: 0 });
      return { bottom: inkBox(bitmap)?.bottom, height: bitmap.height };
    };
    const { bottom = 0, height } = drawn();
    expect(drawn({ lineSpacing })).toEqual({ bottom: bottom + 2 * dots, height: height + 2 * dots });
  });

  it.each([
    { vAlign: 'TOP', top: 18, extent: { left: 0, top: 0, width: 200, height: 92 } },
    { vAlign: 'CENTER', top: 18 - 36, extent: { left: 0, top: -36, width: 200, height: 92 } },
    { vAlign: 'BOTTOM', top: 18 - 72, extent: { left: 0, top: -72, width: 200, height: 92 } },
  ])('draws the lines that do not fit the height at the $vAlign, and says by how much they are too high', ({ vAlign, top, extent }) => {
    const object = text('H\nH', { x: 10, y: 10, width: 20, height: 2, vAlign });
    const [layer] = compileLabel(labelOf([object, text('{YEAR}')], { width: 0 }), TEN_PER_MM, fonts).layers;
    const drawing = layer?.kind === 'static' ? layer.drawing : undefined;
    expect([drawing?.extent, drawing?.overflow]).toEqual([extent, { x: 0, y: 72 }]);
    expect(inkBox(drawObjects([object], { width: 40, height: 40 }))?.top).toBe(90 + top);
  });

  it('sizes a label of automatic height by its lines, whatever height the object has', () => {
    expect(drawObjects([text('H\nH', { height: 2 })], { height: 0 }).height).toBe(10 + 92);
  });

  it('reports by how much a character exceeds the width', () => {
    const compiled = compileLabel(labelOf([text('W', { width: 2 }), text('{YEAR}')], { width: 0 }), TEN_PER_MM, fonts);
    expect(compiled.layers[0]).toMatchObject({ drawing: { extent: { left: 0, width: 38 }, overflow: { x: 18, y: 0 } } });
  });

  it('prints white text into a dark rectangle', () => {
    const plate = { type: 'Rect', x: 0, y: 0, width: 20, height: 10 };
    const inverse = picture(drawObjects([plate, text('H', { color: 'white' })]));
    const normal = picture(drawObjects([text('H')]));
    expect(inverse).toEqual(normal.map((row) => row.replace(/[.#]/gu, (dot) => (dot === '#' ? '.' : '#'))));
  });

  it('names the character that a font lacks, and never draws a box', () => {
    expect(faultOf(text('Soja \u91ac', { name: 'Sauce' }))).toEqual({
      detail: 'Text "Sauce" (/objs/0): The font "Arimo" has no character U+91AC "\u91ac"',
      errors: [{ pointer: '/objs/0/text', detail: 'The font "Arimo" has no character U+91AC "\u91ac"' }],
    });
  });

  it('names an unknown family', () => {
    expect(faultOf(text('x', { font: { family: 'Comic Sans', height: 3 } })).errors).toEqual([
      { pointer: '/objs/0/font', detail: 'There is no font "Comic Sans"; there are Arimo, DejaVu Sans, DejaVu Sans Mono' },
    ]);
  });

  it('names an unknown style', () => {
    expect(faultOf(text('x', { font: { family: 'arial', style: 'Black', height: 3 } })).errors).toEqual([
      { pointer: '/objs/0/font', detail: 'The font "arial" has no style "Black"' },
    ]);
  });

  it.each(['Regular', 'bold', 'Bold Italic', 'italic bold'])('accepts the style %s', (style) => {
    expect(inkBox(drawObjects([text('x', { font: { family: 'ARIAL', style, height: 3 } })]))).toBeDefined();
  });

  it('E21 refuses a font height that is too large to print', () => {
    expect(faultOf(text('x', { font: { ...font, height: 9_999 } })).errors).toEqual([
      { pointer: '/objs/0/font/height', detail: 'The font height is more than 8000 dots' },
    ]);
  });
});

describe('layOutLines', () => {
  it.each([
    ['one two three', 150, ['one two', 'three']],
    ['one  two', 80, ['one', 'two']],
    ['a\nb\r\n\rc', undefined, ['a', 'b', '', 'c']],
    ['well-known EAN-13', 141, ['well-', 'known', 'EAN-13']],
    ['extraordinary', 100, ['extra', 'ordin', 'ary']],
    ['no\u00a0break', 100, ['no\u00a0br', 'eak']],
    ['', 100, ['']],
    ['one ', 1000, ['one ']],
  ])('breaks %j at a width of %s', (words, width, lines) => {
    expect(arimoLines(words, width)).toEqual(lines);
  });

  it('keeps graphemes together', () => {
    expect(arimoLines('e\u0301e\u0301', 1)).toEqual(['e\u0301', 'e\u0301']);
  });

  it('never makes a line longer than the width when its words fit', () => {
    const typeface = findTypeface(fonts, 'Arimo', 'Bold');
    if (typeof typeface === 'string') throw new Error(typeface);
    const words = 'Sardines à la sauce tomate, préparées à l’huile d’olive vierge extra. '.repeat(8);
    for (let width = 250; width < 900; width += 50) {
      const lines = layOutLines(words, { typeface, size: { x: 40, y: 40 } }, width);
      expect(lines.filter((line, index) => line.width > width && index < lines.length - 1)).toEqual([]);
    }
  });
});

describe('loadFonts', () => {
  it('B12 refuses a file that is not a font', async () => {
    const broken = { family: 'Broken', style: 'Bold', bytes: new Uint8Array([1, 2, 3]) };
    await expect(loadFonts([broken])).rejects.toThrow('The font file of "Broken Bold" is not a font with characters');
  });
});

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileLabel } from '#rendering/label/compile-label.ts';
import { checkPrints, printLabel } from '#rendering/label/print-label.ts';
import { resolveLabel } from '#rendering/label/resolve-label.ts';
import { propertyRuns } from '#support/property-runs.ts';
import { AT_300_DPI, drawObjects, fonts, inkBox, labelOf, picture, problemOf, TEN_PER_MM, VALUES } from '../drawing-support.ts';

const font = { family: 'Arial', style: '', height: 3 };
const plate = { type: 'Rect', x: 2, y: 2, width: 4, height: 3 };

/** A typical label: frame, name, dates, lot, both kinds of barcodes. */
const REAL_LABEL = labelOf(
  [
    { type: 'Rect', x: 0.5, y: 0.5, width: 99, height: 49, lineWidth: 0.5, cornerRadius: 2 },
    { type: 'Text', x: 4, y: 4, width: 60, text: '{TABLE;Name}', font: { family: 'Arial', style: 'Bold', height: 5 } },
    { type: 'Text', x: 4, y: 20, text: 'Best before {TIME;{DAYOFMONTH}.{MONTH}.{YEAR};+30days}', font },
    { type: 'Text', x: 4, y: 24, text: 'Lot {VARIABLE;Lot}', font },
    { type: 'EAN-13', x: 4, y: 30, barHeight: 12, text: '{TABLE;GTIN}' },
    {
      type: 'GS1-DataMatrix',
      x: 96,
      y: 4,
      hAnchor: 'RIGHT',
      moduleSize: 0.5,
      apps: [
        ['01', '0{TABLE;GTIN}'],
        ['17', '{TIME;{YEAR2}{MONTH}{DAYOFMONTH};+30days}'],
        ['21', '{COUNTER;Serial}'],
      ],
    },
  ],
  { width: 100, height: 50 },
);

describe('compileLabel and printLabel', () => {
  it('make a bitmap of the label in whole dots', () => {
    const bitmap = drawObjects([plate], { width: 100, height: 50 }, AT_300_DPI);
    expect([bitmap.width, bitmap.height, bitmap.stride]).toEqual([1181, 591, 37]);
  });

  it('prefer the resolution of the label to that of the printer, and say which it is', () => {
    const compiled = compileLabel(labelOf([plate], { hdpi: 508 }), TEN_PER_MM, fonts);
    expect(compiled.target).toEqual({ hdpi: 508, vdpi: 254 });
    expect(inkBox(printLabel(compiled, VALUES))).toEqual({ left: 40, right: 119, top: 20, bottom: 49 });
  });

  it.each([
    ['NONE', { left: 20, right: 59, top: 20, bottom: 49 }, 200],
    ['CW90', { left: 50, right: 79, top: 20, bottom: 59 }, 100],
    ['CW180', { left: 140, right: 179, top: 50, bottom: 79 }, 200],
    ['CCW90', { left: 20, right: 49, top: 140, bottom: 179 }, 100],
  ])('turn the label %s', (rotation, box, width) => {
    const bitmap = drawObjects([plate], { rotation });
    expect(inkBox(bitmap)).toEqual(box);
    expect(bitmap.width).toBe(width);
  });

  it.each([
    ['NONE', { left: 20, right: 59, top: 5, bottom: 34 }],
    ['CW90', { left: 50, right: 79, top: 5, bottom: 44 }],
    ['CW180', { left: 140, right: 179, top: 35, bottom: 64 }],
    ['CCW90', { left: 20, right: 49, top: 125, bottom: 164 }],
  ])('move the print up by the offset when it is turned %s', (rotation, box) => {
    expect(inkBox(drawObjects([plate], { rotation, vOffset: 1.5 }))).toEqual(box);
  });

  it('move a print down by a negative offset and clip it, without moving the background', () => {
    expect(inkBox(drawObjects([plate], { vOffset: -7 }))).toEqual({ left: 20, right: 59, top: 90, bottom: 99 });
    expect(inkBox(drawObjects([], { vOffset: -7, bgColor: 'black' }))).toEqual({ left: 0, right: 199, top: 0, bottom: 99 });
  });

  it('stretch the label along the print direction in every rotation', () => {
    const upright = drawObjects([plate], { stretch: 1.5 });
    const turned = drawObjects([plate], { stretch: 1.5, rotation: 'CW90' });
    expect([upright.width, upright.height, inkBox(upright)]).toEqual([300, 100, { left: 30, right: 89, top: 20, bottom: 49 }]);
    expect([turned.width, turned.height, inkBox(turned)]).toEqual([150, 200, { left: 75, right: 119, top: 20, bottom: 59 }]);
  });

  it.each([0, -1, 4.5])('have no label that is stretched by %s', (stretch) => {
    expect(() => labelOf([], { stretch })).toThrow('stretch');
  });

  it('draw the same label in every rotation', () => {
    const drawn = (rotation: string): string[] =>
      picture(printLabel(compileLabel({ ...REAL_LABEL, rotation: rotation as 'NONE' }, TEN_PER_MM, fonts), VALUES));
    const upright = drawn('NONE');
    const halfTurned = upright.map((row) => [...row].reverse().join('')).reverse();
    expect(drawn('CW180')).toEqual(halfTurned);
    expect(drawn('CW90')).toEqual(
      upright[0] &&
        [...upright[0]].map((_, x) =>
          upright
            .map((row) => row.charAt(x))
            .reverse()
            .join(''),
        ),
    );
  });

  it('derive sides of 0 from the content, even if it depends on the print', () => {
    const still = drawObjects([plate], { width: 0, height: 0 });
    expect([still.width, still.height]).toEqual([60, 50]);
    const moving = drawObjects([plate, { type: 'Rect', x: 0, y: 0, width: 9, height: 1, fillColor: '{VARIABLE;Color}' }].slice(0, 1), {
      width: 0,
      height: 7,
    });
    expect([moving.width, moving.height]).toEqual([60, 70]);
    const grown = drawObjects([{ type: 'Text', x: 1, y: 1, text: '{VARIABLE;Lot}{VARIABLE;Lot}', font }], {
      width: 0,
      height: 0,
      rotation: 'CW90',
    });
    expect(grown.height).toBe(10 + Math.ceil((2 * (1366 + 1139 * 4) * 30) / 2048));
  });

  it('have at least one dot without content', () => {
    const empty = drawObjects([], { width: 0, height: 0 });
    expect([empty.width, empty.height]).toEqual([1, 1]);
  });

  it('draw constant parts once, and never change them', () => {
    const compiled = compileLabel(REAL_LABEL, TEN_PER_MM, fonts);
    const before = compiled.base?.words.slice();
    printLabel(compiled, VALUES);
    expect(compiled.base?.words).toEqual(before);
    expect(compiled.layers.length).toBe(5);
  });

  it('keep the order of the objects where light covers dark', () => {
    const dark = { type: 'Rect', x: 0, y: 0, width: 4, height: 4 };
    const light = { type: 'Rect', x: 1, y: 1, width: 2, height: 2, fillColor: 'white' };
    const changing = { type: 'Text', x: 0, y: 0, text: '{COUNTER;Serial}', font };
    const covered = picture(drawObjects([changing, dark, light]));
    expect(covered.slice(10, 30).map((row) => row.slice(10, 30))).toEqual(Array(20).fill('.'.repeat(20)));
    const shining = picture(drawObjects([dark, light, changing]));
    expect(shining.slice(10, 30).some((row) => row.slice(10, 30).includes('#'))).toBe(true);
  });

  it('fill a dark background, which light objects erase', () => {
    const hole = { type: 'Rect', x: 1, y: 1, width: 1, height: 1, fillColor: 'rgb(90%,90%,90%)' };
    const rows = picture(drawObjects([hole], { width: 0.4 + 2, height: 2.2, bgColor: 'cmyk(0,0,0,1)' }));
    expect(rows[0]).toBe('#'.repeat(24));
    expect(rows[15]).toBe(`${'#'.repeat(10)}${'.'.repeat(10)}####`);
  });

  it('draw the objects of groups', () => {
    const group = { type: 'ObjectGroup', children: [{ type: 'ObjectGroup', children: [plate] }] };
    expect(inkBox(drawObjects([group]))).toEqual(inkBox(drawObjects([plate])));
  });

  it('draw a line of whole dots where the label asks for it, and dashes', () => {
    const line = { type: 'PolyLine', points: [1, 1.02, 5, 1.02], lineWidth: 0.2 };
    expect(inkBox(drawObjects([line]))).toEqual({ left: 10, right: 49, top: 9, bottom: 10 });
    const dashed = picture(drawObjects([{ ...line, segments: [1, 0.5] }]))[10];
    expect(dashed?.slice(10, 50)).toBe('##########.....##########.....##########');
  });

  it('draw the line of a rectangle inside of it', () => {
    const frame = { type: 'Rect', x: 0, y: 0, width: 1, height: 0.8, lineWidth: 0.2 };
    const rows = picture(drawObjects([frame], { width: 1, height: 0.8 }));
    expect(rows).toEqual([
      ...Array<string>(2).fill('##########'),
      ...Array<string>(4).fill('##......##'),
      ...Array<string>(2).fill('##########'),
    ]);
  });

  it('round the corners of a rectangle', () => {
    const rows = picture(drawObjects([{ type: 'Rect', x: 0, y: 0, width: 1, height: 1, cornerRadius: 0.5 }], { width: 1, height: 1 }));
    expect(rows.map((row) => row.indexOf('#'))).toEqual([3, 1, 1, 0, 0, 0, 0, 1, 1, 3]);
  });

  it('report all faults of a label together, each with object and pointer', () => {
    const objs = [
      { type: 'Text', name: 'Date', x: 0, y: 0, text: '{NOPE}', font },
      { type: 'ObjectGroup', children: [plate, { type: 'EAN-13', x: 0, y: 0, text: '123' }] },
      { type: 'Rect', x: 0, y: 0, width: 1, height: 1, fillColor: 'blackish' },
    ];
    const problem = problemOf(() => compileLabel(labelOf(objs), TEN_PER_MM, fonts));
    expect(problem.slug).toBe('cannot-render');
    expect(problem.context).toEqual({
      detail: 'Text "Date" (/objs/0): There is no code {NOPE} (at character 1)',
      errors: [
        { pointer: '/objs/0/text', detail: 'There is no code {NOPE} (at character 1)' },
        { pointer: '/objs/1/children/1/text', detail: 'EAN-13 needs 12 or 13 digits, not "123"' },
        { pointer: '/objs/2/fillColor', detail: '"blackish" is not a colour; use a name, #rrggbb, rgb(r,g,b) or cmyk(c,m,y,k)' },
      ],
    });
  });

  it('refuse a print whose value is missing or does not fit, and draw nothing', () => {
    const compiled = compileLabel(labelOf([{ type: 'EAN-13', x: 0, y: 0, text: '{TABLE;GTIN}' }]), TEN_PER_MM, fonts);
    expect(problemOf(() => printLabel(compiled, { ...VALUES, row: undefined })).context.errors).toEqual([
      { pointer: '/objs/0/text', detail: 'The column "GTIN" needs a table row, and none is chosen (at character 1)' },
    ]);
  });

  it('E21 refuse more than 200 million dots', () => {
    const problem = problemOf(() => compileLabel(labelOf([], { width: 10_000, height: 10_000 }), { hdpi: 600, vdpi: 600 }, fonts));
    expect(problem.context.errors).toEqual([
      { pointer: '/width', detail: 'The label has 236220 x 236220 dots; at most 200 million can be drawn' },
    ]);
  });

  it('E21 refuse objects that cover a large label again and again', () => {
    const cover = { type: 'Rect', x: 0, y: 0, width: 10_000, height: 10_000 };
    const zigzag = { type: 'PolyLine', points: Array.from({ length: 50_000 }, (_, index) => (index % 4 < 2 ? 0 : 400)) };
    for (const objs of [Array<unknown>(9_000).fill(cover), [zigzag]]) {
      const problem = problemOf(() => drawObjects(objs, { width: 400, height: 400 }));
      expect(problem.context.detail).toBe('The label: The objects of the label cover more than 4 billion dots');
    }
  });

  it('E21 refuse the same in a check without drawing', () => {
    const shown = { ...labelOf([{ type: 'Rect', x: 0, y: 0, width: 10_000, height: 10_000 }]).objs[0], visible: '{VARIABLE;Lot}' };
    const compiled = compileLabel(labelOf(Array<unknown>(9_000).fill(shown), { width: 400, height: 400 }), TEN_PER_MM, fonts);
    const problem = problemOf(() => checkPrints(compiled, { ...VALUES, variables: new Map([['Lot', 'true']]) })(undefined));
    expect(problem.context.detail).toBe('The label: The objects of the label cover more than 4 billion dots');
  });

  it('E21 refuse a dash pattern that never ends', () => {
    const line = { type: 'PolyLine', points: [0, 0, 9_000, 9_000], segments: [0.0001] };
    expect(problemOf(() => drawObjects([line])).context.errors).toEqual([
      { pointer: '/objs/0/segments', detail: 'The dash pattern cuts the line into more than 100000 pieces' },
    ]);
  });

  it('cut off objects that lie outside of the label', () => {
    const far = { type: 'Rect', x: -9_000, y: -9_000, width: 10_000, height: 10_000, cornerRadius: 3 };
    expect(inkBox(drawObjects([far, { type: 'Text', x: 9_000, y: 0, text: 'far', font }]))).toEqual({
      left: 0,
      right: 199,
      top: 0,
      bottom: 99,
    });
  });

  it('print a resolved label as the label with its values', () => {
    const empty = { ...VALUES, variables: new Map<string, string>(), counters: new Map(), row: undefined };
    const odd = { ...VALUES, variables: new Map([['Lot', '{x\\}; \\\\{YEAR}']]) };
    const resolved = resolveLabel(REAL_LABEL, odd);
    expect(printLabel(compileLabel(resolved, TEN_PER_MM, fonts), empty).words).toEqual(
      printLabel(compileLabel(REAL_LABEL, TEN_PER_MM, fonts), odd).words,
    );
  });

  it('P12 give the same dots for the same label in every version', () => {
    const hash = (dpi: number): string => {
      const bitmap = printLabel(compileLabel(REAL_LABEL, { hdpi: dpi, vdpi: dpi }, fonts), VALUES);
      return createHash('sha256').update(bitmap.words).digest('hex').slice(0, 16);
    };
    expect([203, 300, 600].map(hash)).toMatchInlineSnapshot(`
      [
        "e39274743797b6f7",
        "c9fd0605baed0cc9",
        "9f4cc4a18dfc0b62",
      ]
    `);
  });

  it('never throw anything but a problem for rectangles and lines of any size', () => {
    const length = fc.double({ min: 0.001, max: 10_000, noNaN: true });
    const coordinate = fc.double({ min: -10_000, max: 10_000, noNaN: true });
    const rotation = fc.constantFrom(0, 90, 180, 270);
    const rect = fc.record({
      type: fc.constant('Rect'),
      x: coordinate,
      y: coordinate,
      width: length,
      height: length,
      lineWidth: length,
      cornerRadius: length,
      rotation,
    });
    const line = fc.record({
      type: fc.constant('PolyLine'),
      points: fc.array(coordinate, { minLength: 8, maxLength: 8 }),
      lineWidth: length,
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(rect, line), { maxLength: 3 }), (objs) => {
        const bitmap = drawObjects(objs);
        expect(bitmap.width).toBe(200);
      }),
      { numRuns: propertyRuns(150) },
    );
  });
});

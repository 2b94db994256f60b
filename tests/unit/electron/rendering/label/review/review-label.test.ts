import { describe, expect, it } from 'vitest';
import type { Review } from '#contract/api-v3/simulation.ts';
import { reviewLabel } from '#rendering/label/review/review-label.ts';
import { fonts, labelOf, TEN_PER_MM, VALUES } from '../../drawing-support.ts';

const AT_203_DPI = { hdpi: 203, vdpi: 203 };
const review = (
  objs: unknown[],
  rest: Record<string, unknown> = {},
  { target = TEN_PER_MM, printableHeight = undefined as number | undefined } = {},
): Review => reviewLabel(labelOf(objs, rest), VALUES, { target, fonts, printableHeight });
const warnings = (found: Review): string[] => found.warnings.map(({ pointer, detail }) => `${pointer} ${detail}`);
const box = ([x, y, width, height]: [number, number, number, number], more: object = {}) => ({
  ...{ type: 'Rect', x, y, width, height, fillColor: 'black' },
  ...more,
});
const matrix = (more: object = {}) => ({ type: 'DataMatrix', x: 2, y: 2, text: 'A1', moduleSize: 0.5, ...more });

describe('reviewLabel', () => {
  it('has no findings for a correct label', () => {
    expect(review([box([1, 1, 5, 5]), matrix({ x: 8 })])).toEqual({
      size: { width: 20, height: 10 },
      warnings: [],
      faults: [],
      xDimensions: [{ pointer: '/objs/1', xDimension: 0.5 }],
    });
  });

  it('warns of modules that are finer than the dots of the printer', () => {
    const found = review([matrix({ moduleSize: 0.06 })], {}, { target: AT_203_DPI });
    expect(warnings(found)).toEqual([
      '/objs/0 Its modules are 0.125 mm wide, not 0.06 mm: the printer prints no dot smaller than 0.125 mm',
    ]);
  });

  it('warns of modules that differ much from the requested size, and reports the actual one', () => {
    const found = review([matrix({ moduleSize: 0.18 })], {}, { target: AT_203_DPI });
    expect(warnings(found)[0]).toMatch(/^\/objs\/0 Its modules are 0.125 mm wide, not 0.18 mm, because a module is a whole number/u);
    expect(found.xDimensions[0]?.xDimension).toBe(0.125);
  });

  it.each([
    ['its quiet zone is cut off', -0.4, 'Its quiet zone is cut off by the edge of the label'],
    ['a part of it is cut off', -2, 'A part of the code is outside the label and is cut off'],
  ])('warns of a code when %s', (_what, x, detail) => {
    expect(warnings(review([matrix({ x })]))).toEqual([`/objs/0 ${detail}`]);
  });

  it('warns of ink in the quiet zone of a code, but not of a frame around it', () => {
    const frame = { type: 'Rect', x: 1, y: 1, width: 9, height: 8, lineWidth: 0.2 };
    expect(warnings(review([frame, matrix({ x: 3, y: 2 })]))).toEqual([]);
    expect(warnings(review([matrix({ x: 3, y: 2 }), box([2, 2, 1.2, 1])]))).toEqual([
      '/objs/0 Something else is printed in its quiet zone',
    ]);
  });

  it('allows human-readable text right below the bars', () => {
    const code = { type: 'Code128', x: 1, y: 1, text: 'A1', barWidth: 0.2, barHeight: 4 };
    const text = { type: 'Text', x: 3, y: 5.1, text: 'A1', font: { family: 'Arimo', height: 2 } };
    expect(warnings(review([code, text]))).toEqual([]);
  });

  it('warns of an object that extends beyond the label, with its place on the picture', () => {
    expect(review([box([15, 2, 8, 3])]).warnings).toEqual([
      {
        ...{ kind: 'beyond', pointer: '/objs/0', detail: 'It extends 3 mm beyond the label and is cut off' },
        box: { x: 15, y: 2, width: 8, height: 3 },
      },
    ]);
  });

  it('reports the place on a rotated label', () => {
    const [warning] = review([box([15, 2, 8, 3])], { rotation: 'CW90' }).warnings;
    expect(warning?.box).toEqual({ x: 5, y: 15, width: 3, height: 8 });
  });

  it('warns of a text that does not fit its box', () => {
    const text = { type: 'Text', x: 1, y: 1, width: 10, height: 2, text: 'one\ntwo', font: { family: 'Arimo', height: 3 } };
    expect(warnings(review([text]))).toEqual([expect.stringMatching(/^\/objs\/0 The text is [\d.]+ mm too high for its box$/u)]);
  });

  it('warns of a label that is higher than the print height', () => {
    expect(review([], {}, { printableHeight: 7 }).warnings).toEqual([
      {
        kind: 'height',
        pointer: '/height',
        detail: 'The label is 10 mm high, but the printer prints 7 mm at most',
        box: { x: 0, y: 7, width: 20, height: 3 },
      },
    ]);
  });

  it('reports what cannot be drawn and where, and continues with the rest', () => {
    const found = review([
      { type: 'EAN-13', x: 1, y: 1, text: '4006381333930', barHeight: 5 },
      { type: 'Text', x: 2, y: 7, text: 'Lot {VARIABLE;Gone}', font: { family: 'Arimo', height: 2 } },
      box([15, 2, 8, 3]),
    ]);
    expect(found.faults.map(({ pointer, box: area }) => [pointer, area.x, area.y])).toEqual([
      ['/objs/0/text', 1, 1],
      ['/objs/1/text', 2, 7],
    ]);
    expect(found.warnings).toHaveLength(1);
  });

  it('has no findings for an invisible object', () => {
    expect(review([box([15, 2, 8, 3], { visible: 'false' })]).warnings).toEqual([]);
  });

  it('reports a label that is too large for a picture, without checking around its codes', () => {
    const found = review([matrix(), box([2, 2, 0.4, 0.4])], { width: 10_000, height: 10_000 });
    expect(found).toEqual({
      size: { width: 10_000, height: 10_000 },
      warnings: [],
      faults: [
        {
          kind: 'fault',
          pointer: '/width',
          detail: 'The label has 100000 x 100000 dots; at most 200 million can be drawn',
          box: { x: 0, y: 0, width: 10_000, height: 10_000 },
        },
      ],
      xDimensions: [{ pointer: '/objs/0', xDimension: 0.5 }],
    });
  });

  it('reports faults of many codes, and checks around the first 32 of them', () => {
    const tooFine = Array.from({ length: 33 }, () => matrix({ moduleSize: 0.06 }));
    const found = warnings(review([...tooFine, box([2, 2, 0.2, 0.2])], {}, { target: AT_203_DPI }));
    const about = (detail: string): string[] =>
      found.filter((warning) => warning.includes(detail)).map((warning) => warning.split(' ')[0] ?? '');
    expect(about('Its modules are')).toEqual(tooFine.map((_code, index) => `/objs/${index}`));
    expect(about('printed in its quiet zone')).toEqual(tooFine.slice(1).map((_code, index) => `/objs/${index}`));
  });

  it('reports an invalid background from a variable', () => {
    expect(review([], { bgColor: '{VARIABLE;Lot}' }).faults).toEqual([
      { kind: 'fault', pointer: '/bgColor', detail: expect.stringContaining('A7731'), box: { x: 0, y: 0, width: 20, height: 10 } },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Review } from '#contract/api-v3/simulation.ts';
import { reviewLabel } from '#rendering/review/review-label.ts';
import { fonts, labelOf, TEN_PER_MM, VALUES } from '../drawing-support.ts';

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
  it('has nothing to say about a label that is as it should be', () => {
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

  it('warns of modules that are far from the size asked for, and reports the real one', () => {
    const found = review([matrix({ moduleSize: 0.18 })], {}, { target: AT_203_DPI });
    expect(warnings(found)[0]).toMatch(/^\/objs\/0 Its modules are 0.125 mm wide, not 0.18 mm, because a module is a whole number/u);
    expect(found.xDimensions[0]?.xDimension).toBe(0.125);
  });

  it.each([
    ['its quiet zone is cut off', -0.4, 'Its quiet zone is cut off by the edge of the label'],
    ['a part of it is cut off', -2, 'A part of the code lies beyond the label and is cut off'],
  ])('warns of a code when %s', (_what, x, detail) => {
    expect(warnings(review([matrix({ x })]))).toEqual([`/objs/0 ${detail}`]);
  });

  it('warns of what is printed in the quiet zone of a code, and not of a frame around it', () => {
    const frame = { type: 'Rect', x: 1, y: 1, width: 9, height: 8, lineWidth: 0.2 };
    expect(warnings(review([frame, matrix({ x: 3, y: 2 })]))).toEqual([]);
    expect(warnings(review([matrix({ x: 3, y: 2 }), box([2, 2, 1.2, 1])]))).toEqual([
      '/objs/0 Something else is printed in its quiet zone',
    ]);
  });

  it('lets what a person reads stand right below the bars', () => {
    const code = { type: 'Code128', x: 1, y: 1, text: 'A1', barWidth: 0.2, barHeight: 4 };
    const text = { type: 'Text', x: 3, y: 5.1, text: 'A1', font: { family: 'Arimo', height: 2 } };
    expect(warnings(review([code, text]))).toEqual([]);
  });

  it('warns of an object that reaches beyond the label, where it is on the picture', () => {
    expect(review([box([15, 2, 8, 3])]).warnings).toEqual([
      {
        ...{ kind: 'beyond', pointer: '/objs/0', detail: 'It reaches 3 mm beyond the label and is cut off there' },
        box: { x: 15, y: 2, width: 8, height: 3 },
      },
    ]);
  });

  it('says where it is on a label that is turned', () => {
    const [warning] = review([box([15, 2, 8, 3])], { rotation: 'CW90' }).warnings;
    expect(warning?.box).toEqual({ x: 5, y: 15, width: 3, height: 8 });
  });

  it('warns of a text that does not fit its box', () => {
    const text = { type: 'Text', x: 1, y: 1, width: 10, height: 2, text: 'one\ntwo', font: { family: 'Arimo', height: 3 } };
    expect(warnings(review([text]))).toEqual([expect.stringMatching(/^\/objs\/0 The text is [\d.]+ mm too high for its box$/u)]);
  });

  it('warns of a label that is higher than the printer prints', () => {
    expect(review([], {}, { printableHeight: 7 }).warnings).toEqual([
      {
        kind: 'height',
        pointer: '/height',
        detail: 'The label is 10 mm high, but the printer prints 7 mm at most',
        box: { x: 0, y: 7, width: 20, height: 3 },
      },
    ]);
  });

  it('says what cannot be drawn and where it would be, and goes on with the rest', () => {
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

  it('says nothing about an object that is not visible', () => {
    expect(review([box([15, 2, 8, 3], { visible: 'false' })]).warnings).toEqual([]);
  });

  it('says that a label is larger than any picture, and looks for nothing around its codes', () => {
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

  it('says what is wrong with each of many codes, and looks around the first 32 of them', () => {
    const tooFine = Array.from({ length: 33 }, () => matrix({ moduleSize: 0.06 }));
    const found = warnings(review([...tooFine, box([2, 2, 0.2, 0.2])], {}, { target: AT_203_DPI }));
    const about = (detail: string): string[] =>
      found.filter((warning) => warning.includes(detail)).map((warning) => warning.split(' ')[0] ?? '');
    expect(about('Its modules are')).toEqual(tooFine.map((_code, index) => `/objs/${index}`));
    expect(about('printed in its quiet zone')).toEqual(tooFine.slice(1).map((_code, index) => `/objs/${index}`));
  });

  it('says what is wrong with a background that a variable names', () => {
    expect(review([], { bgColor: '{VARIABLE;Lot}' }).faults).toEqual([
      { kind: 'fault', pointer: '/bgColor', detail: expect.stringContaining('A7731'), box: { x: 0, y: 0, width: 20, height: 10 } },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { checkLabel } from '#rendering/label/check-label.ts';
import { compileLabel } from '#rendering/label/compile-label.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { labelNeeds } from '#rendering/label/label-needs.ts';
import { printLabel } from '#rendering/label/print-label.ts';
import { resolveLabel } from '#rendering/label/resolve-label.ts';
import { drawObjects, fonts, inkBox, labelOf, picture, problemOf, TEN_PER_MM, VALUES } from '../drawing-support.ts';

const plate = (rest: Record<string, unknown> = {}) => ({ type: 'Rect', x: 1, y: 1, width: 2, height: 2, ...rest });
const missing = '{VARIABLE;Missing}';

function isDrawn(objs: unknown[]): boolean {
  return inkBox(drawObjects(objs)) !== undefined;
}

function valuesOf(lot: string): PrintValues {
  return { ...VALUES, variables: new Map([['Lot', lot]]) };
}

describe('visible', () => {
  it.each(['', '0', 'false', 'FALSE', '{IF;{VARIABLE;Lot};=;A7731;;1}', '{IF;{VARIABLE;Lot};=;other;yes;False}'])(
    'hides with %j',
    (visible) => {
      expect(isDrawn([plate({ visible })])).toBe(false);
    },
  );

  it.each(['1', 'true', 'no', ' ', '00', '{VARIABLE;Lot}', '{IF;{VARIABLE;Lot};=;A7731;yes;0}'])('shows with %j', (visible) => {
    expect(isDrawn([plate({ visible })])).toBe(true);
  });

  it('applies to lines, which have no position', () => {
    expect(isDrawn([{ type: 'PolyLine', points: [1, 1, 5, 5], visible: '0' }])).toBe(false);
  });

  it('applies to all children of a group, and to nested groups', () => {
    const group = (visible: string, ...children: unknown[]) => ({ type: 'ObjectGroup', visible, children });
    const shown = [group('1', group('{VARIABLE;Lot}', plate())), group('0', group('1', plate())), group('1', group('', plate()))];
    expect(shown.map((object) => isDrawn([object]))).toEqual([true, false, false]);
  });

  it('is evaluated for every print', () => {
    const compiled = compileLabel(labelOf([plate({ visible: '{VARIABLE;Lot}' })]), TEN_PER_MM, fonts);
    const drawn = ['1', '0', '1', '1', ''].map((lot) => inkBox(printLabel(compiled, valuesOf(lot))) !== undefined);
    expect(drawn).toEqual([true, false, true, true, false]);
  });

  it('reveals what a hidden object covers', () => {
    const objs = [plate(), plate({ fillColor: 'white', visible: '{VARIABLE;Lot}' })];
    const compiled = compileLabel(labelOf(objs), TEN_PER_MM, fonts);
    const prints = ['1', '0', '0'].map((lot) =>
      picture(printLabel(compiled, valuesOf(lot)))
        .join('')
        .includes('#'),
    );
    expect(prints).toEqual([false, true, true]);
  });

  it('does not contribute to an automatic size', () => {
    const { width, height } = drawObjects([plate(), plate({ x: 50, visible: '{IF;1;=;2;1;0}' })], { width: 0, height: 0 });
    expect([width, height]).toEqual([30, 30]);
  });

  it('leaves other texts of hidden objects unresolved', () => {
    const hidden = {
      type: 'Text',
      x: 0,
      y: 0,
      text: missing,
      font: { family: 'Arimo', height: 3 },
      visible: '{IF;{VARIABLE;Lot};=;none;1;0}',
    };
    expect(isDrawn([hidden])).toBe(false);
  });

  it('stops the print when it cannot be resolved itself, one fault for a whole group', () => {
    const group = { type: 'ObjectGroup', visible: missing, children: [plate(), plate()] };
    const { context } = problemOf(() => drawObjects([plate(), group]));
    expect(context.errors).toEqual([{ pointer: '/objs/1/visible', detail: expect.stringContaining('There is no variable "Missing"') }]);
  });

  it('is refused with the label when it cannot be parsed', () => {
    const objs = [{ type: 'ObjectGroup', visible: '{', children: [plate({ visible: '{NOSUCH}' })] }];
    expect(checkLabel(labelOf(objs)).map(({ pointer }) => pointer)).toEqual(['/objs/0/visible', '/objs/0/children/0/visible']);
  });

  it('counts as an input of the label', () => {
    expect(labelNeeds(labelOf([plate({ visible: '{VARIABLE;Promotion}' })])).variables).toEqual(['Promotion']);
  });

  it('is resolved in a simulation, and hidden texts are not', () => {
    const objs = [
      plate({ visible: '{VARIABLE;Lot}' }),
      { type: 'ObjectGroup', visible: '{IF;1;=;2;1;0}', children: [plate({ fillColor: missing })] },
    ];
    expect(resolveLabel(labelOf(objs), VALUES).objs).toEqual([
      plate({ visible: 'A7731' }),
      { type: 'ObjectGroup', visible: '0', children: [plate({ fillColor: missing })] },
    ]);
  });
});

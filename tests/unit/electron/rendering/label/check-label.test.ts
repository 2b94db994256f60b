import { describe, expect, it } from 'vitest';
import { checkLabel } from '#rendering/label/check-label.ts';
import { labelNeeds, NeedsReader } from '#rendering/label/label-needs.ts';
import { resolveLabel } from '#rendering/label/resolve-label.ts';
import { randomLabel } from '#support/random-label.ts';
import { labelOf, problemOf, VALUES } from '../drawing-support.ts';

const font = { family: 'Arial', style: '', height: 3 };
const at = { x: 0, y: 0 };

describe('checkLabel', () => {
  it('accepts a label whose values are not known yet', () => {
    const objs = [
      { type: 'Text', ...at, text: '{TABLE;Name} {VARIABLE;Lot}', font, color: '{VARIABLE;Color}' },
      { type: 'EAN-13', ...at, text: '{TABLE;GTIN}' },
      {
        type: 'GS1-DataMatrix',
        ...at,
        apps: [
          ['01', '0{TABLE;GTIN}'],
          ['10', 'A1'],
        ],
      },
    ];
    expect(checkLabel(labelOf(objs, { bgColor: 'white' }))).toEqual([]);
  });

  it('gives every fault once, with a pointer into the label', () => {
    const objs = [
      { type: 'Text', ...at, text: 'a{NOPE}', font, color: 'blackish' },
      { type: 'Rect', ...at, width: 1, height: 1, fillColor: '{YEAR', lineColor: '#12345' },
      { type: 'EAN-13', ...at, text: '4006381333932' },
      { type: 'ObjectGroup', children: [{ type: 'Code128', ...at, text: 'abc', encoding: 'C' }] },
      { type: 'GS1-DataMatrix', ...at, apps: [{ id: '01', value: '1' }, ['05', 'x'], ['21', '{COUNTER;S}'], { id: '21', value: '' }] },
      { type: 'QRCode', ...at, text: 'x', size: 22 },
    ];
    expect(
      checkLabel(labelOf(objs, { bgColor: 'rgb(1,2)' }))
        .map(({ pointer, detail }) => `${pointer}: ${detail}`)
        .sort(),
    ).toEqual([
      '/bgColor: "rgb(1,2)" is not a colour; use a name, #rrggbb, rgb(r,g,b) or cmyk(c,m,y,k)',
      '/objs/0/color: "blackish" is not a colour; use a name, #rrggbb, rgb(r,g,b) or cmyk(c,m,y,k)',
      '/objs/0/text: There is no code {NOPE} (at character 2)',
      '/objs/1/fillColor: The code is not closed; write \\{ for a literal brace (at character 1)',
      '/objs/1/lineColor: "#12345" is not a colour; use a name, #rrggbb, rgb(r,g,b) or cmyk(c,m,y,k)',
      '/objs/2/text: The check digit of 4006381333932 is 2 but must be 1 (at character 13)',
      '/objs/3/children/0/text: Code set C of Code128 needs an even number of digits, not "abc" (at character 1)',
      '/objs/4/apps/0/value: The value "1" of (01) must have exactly 14 digits, not 1 (at character 2)',
      '/objs/4/apps/1/0: There is no application identifier (05)',
      '/objs/4/apps/3/id: The application identifier (21) occurs twice',
      '/objs/4/apps/3/value: The value of (21) is empty; it must have 1 to 20 characters (at character 1)',
      '/objs/5/text: A QRCode has 21, 25, 29, ... 177 modules per side, not 22',
    ]);
  });

  it('reports every invalid code of a text, but at most ten', () => {
    const text = String.raw`{A} {YEAR}\{{B;{C}}, } {IF;{VARIABLE;V};x;1;2;3} {MONTH;FORMAT={D;E}} {YEAR`;
    const details = checkLabel(labelOf([{ type: 'Text', ...at, text, font }])).map(({ detail }) => detail);
    expect(details).toEqual([
      'There is no code {A} (at character 1)',
      'There is no code {C} (at character 16)',
      'There is a closing brace without an opening one; write \\} for a literal brace (at character 22)',
      'IF has no operator "x"; there are = <> < <= > >= (at character 41)',
      'The code is not closed; write \\{ for a literal brace (at character 71)',
    ]);
    expect(checkLabel(labelOf([{ type: 'Text', ...at, text: '{A}'.repeat(100), font }]))).toHaveLength(10);
  });

  it('refuses data that fit into no size of the symbol', () => {
    const [fault] = checkLabel(labelOf([{ type: 'QRCode', ...at, text: 'x'.repeat(3_000) }]));
    expect(fault).toMatchObject({ pointer: '/objs/0/text', detail: expect.stringContaining('do not fit into the code') as string });
  });
});

describe('labelNeeds', () => {
  it('names every input of the label once', () => {
    const objs = [
      { type: 'Text', ...at, text: '{VARIABLE;Lot}{TIME;{COUNTER;Serial};+{VARIABLE;Weeks}weeks}', font, color: '{TABLE;Color}' },
      { type: 'ObjectGroup', children: [{ type: 'QRCode', ...at, text: '{VARIABLE;Lot}{TABLE;GTIN}' }] },
      { type: 'GS1-DataMatrix', ...at, apps: [['21', '{COUNTER;Serial}']] },
      { type: 'Rect', ...at, width: 1, height: 1, text: '{VARIABLE;NotOurs}' },
    ];
    expect(labelNeeds(labelOf(objs))).toEqual({
      variables: ['Lot', 'Weeks'],
      counters: ['Serial'],
      shiftCodes: [],
      columns: ['Color', 'GTIN'],
      fonts: [{ family: 'Arial', style: '' }],
      moment: false,
    });
  });

  it('detects whether the time is visible', () => {
    expect(labelNeeds(labelOf([{ type: 'Text', ...at, text: '{TIME;{YEAR};+1day}', font }])).moment).toBe(true);
  });

  it('names shift codes, which also depend on the time', () => {
    const needs = labelNeeds(labelOf([{ type: 'Text', ...at, text: '{SHIFTCODE;Crew}', font }]));
    expect(needs).toMatchObject({ shiftCodes: ['Crew'], moment: true });
  });
});

describe('the inputs of a label while it is edited', () => {
  it('equal those of a fresh reading after every change', () => {
    const reader = new NeedsReader();
    const [first, second] = [randomLabel(11).label, randomLabel(12).label];
    for (let taken = 0; taken <= second.objs.length; taken += 1) {
      const label = { ...first, objs: [...second.objs.slice(0, taken), ...first.objs], bgColor: '{VARIABLE;Ground}' };
      expect(reader.read(label)).toEqual(labelNeeds(label));
    }
    expect(reader.read(first)).toEqual(labelNeeds(first));
  });
});

describe('resolveLabel', () => {
  it('resolves every text and leaves the rest of the document unchanged', () => {
    const objs = [
      { type: 'Text', ...at, text: 'Lot {VARIABLE;Lot}', font, note: '{kept}' },
      { type: 'GS1-DataMatrix', ...at, apps: [{ id: '21', value: '{COUNTER;Serial}', hint: 1 }, ['10', '{VARIABLE;Lot}']] },
    ];
    const resolved = resolveLabel(labelOf(objs, { vendor: { any: 'thing' } }), VALUES);
    expect(resolved).toEqual(
      labelOf(
        [
          { type: 'Text', ...at, text: 'Lot A7731', font, note: '{kept}' },
          { type: 'GS1-DataMatrix', ...at, apps: [{ id: '21', value: '000042', hint: 1 }, ['10', 'A7731']] },
        ],
        { vendor: { any: 'thing' } },
      ),
    );
  });

  it('reports every text that cannot be resolved', () => {
    const objs = [
      { type: 'Text', ...at, text: '{VARIABLE;Nope}', font },
      { type: 'Text', ...at, text: '{COUNTER;Nope}', font },
    ];
    expect(problemOf(() => resolveLabel(labelOf(objs), VALUES)).context.errors).toEqual([
      { pointer: '/objs/0/text', detail: 'There is no variable "Nope" (at character 1)' },
      { pointer: '/objs/1/text', detail: 'There is no counter "Nope" (at character 1)' },
    ]);
  });
});

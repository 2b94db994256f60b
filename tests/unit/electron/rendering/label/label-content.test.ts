import { describe, expect, it } from 'vitest';
import { labelSchema, type LabelObject } from '#contract/api-v3/label.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { changingTexts, counterTexts, labelContent } from '#rendering/label/label-content.ts';

const FONT = { family: 'Arimo', height: 3 };
const VALUES: PrintValues = {
  moment: { epochMs: Date.parse('2026-11-21T06:00:00Z'), timeZone: 'Europe/Berlin' },
  variables: new Map([
    ['batch', 'B{7}'],
    ['hint', ''],
  ]),
  counters: new Map([['serial', { value: 42, width: 6, padding: '0' }]]),
  row: undefined,
};

function content(...objs: unknown[]) {
  return labelContent(labelSchema.parse({ format: 3, width: 40, height: 20, objs: objs as LabelObject[] }));
}
const text = (words: string, extra: object = {}) => ({ type: 'Text', x: 0, y: 0, text: words, font: FONT, ...extra });

describe('the content of a label', () => {
  it('is divided into texts of all prints and texts of one print', () => {
    const read = content(text('Ketchup'), text('Batch {VARIABLE;batch}'), text('No. {COUNTER;serial;WIDTH=4}'));
    expect([read.unchanging, changingTexts(read, VALUES)]).toEqual([
      [{ pointer: '/objs/0', text: 'Ketchup' }],
      [
        { pointer: '/objs/1', text: 'Batch B{7}' },
        { pointer: '/objs/2', text: 'No. 0042' },
      ],
    ]);
  });

  it('reads element strings as human-readable text, and markup without its styles', () => {
    const code = { type: 'GS1-DataMatrix', x: 0, y: 0, apps: [{ id: '01', value: '09501101530003' }, ['21', '{COUNTER;serial}']] };
    const read = content(code, text('*{VARIABLE;batch}* on sale', { styleFormat: 'SIMPLE' }));
    expect(changingTexts(read, VALUES).map((line) => line.text)).toEqual(['(01)09501101530003(21)000042', 'B{7} on sale']);
  });

  it('omits invisible objects and those without text', () => {
    const group = { type: 'ObjectGroup', visible: '{VARIABLE;hint}', children: [text('Hidden'), text('{COUNTER;serial}')] };
    const read = content(text('Never', { visible: '0' }), { type: 'Rect', x: 0, y: 0, width: 1, height: 1 }, group);
    expect([read.unchanging, changingTexts(read, VALUES)]).toEqual([[], []]);
  });

  it('has the texts of its counters once each, as they are written', () => {
    const read = content(text('{COUNTER;serial}'), text('{COUNTER;serial}-{COUNTER;serial;FORMAT=alpha}'), text('{COUNTER;gone}'));
    expect(counterTexts(read, VALUES)).toEqual(['000042', 'AAAABQ']);
  });

  it('omits a text that cannot be resolved', () => {
    expect(changingTexts(content(text('{VARIABLE;gone}'), text('{VARIABLE;batch}')), VALUES)).toEqual([
      { pointer: '/objs/1', text: 'B{7}' },
    ]);
  });
});

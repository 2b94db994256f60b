import { describe, expect, it } from 'vitest';
import { explainCodes } from '#renderer/domain/dynamic-text/explain-codes.ts';
import { groupValues } from '#renderer/domain/dynamic-text/group-values.ts';
import { readParts } from '#renderer/domain/dynamic-text/read-parts.ts';
import { previewMoments } from '#renderer/domain/dynamic-text/preview-moments.ts';
import { readText, textPieces } from '#renderer/domain/dynamic-text/text-pieces.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';

const NOON = Date.UTC(2026, 10, 22, 12);
const VALUES: PrintValues = {
  moment: { epochMs: NOON, timeZone: 'UTC' },
  variables: new Map([['Batch', 'L7']]),
  counters: new Map([['Serial', { value: 7, width: 4, padding: '0' }]]),
  shiftCodes: new Map([
    [
      'Shift',
      [
        { offset: 360, code: 'A' },
        { offset: 840, code: 'B' },
      ],
    ],
  ]),
  row: undefined,
};

function at(...parts: Parameters<typeof Date.UTC>): PrintValues {
  return { ...VALUES, moment: { ...VALUES.moment, epochMs: Date.UTC(...parts) } };
}

function explain(source: string, situations = [VALUES]) {
  return explainCodes(source, readParts(source, 'NONE').shown, situations);
}

describe('the preview moments of a text', () => {
  const iso = (values: PrintValues) => previewMoments(values).map(({ kind, epochMs }) => `${kind} ${new Date(epochMs).toISOString()}`);

  it('are now, the next shift change, and the end of the month', () => {
    expect(iso(VALUES)).toEqual([
      'now 2026-11-22T12:00:00.000Z',
      'shiftChange 2026-11-22T14:00:00.000Z',
      'monthEnd 2026-11-30T12:00:00.000Z',
    ]);
  });

  it('include no shift change without shift codes that change', () => {
    const always = new Map([['Shift', [{ offset: 0, code: 'A' }]]]);
    expect(previewMoments({ ...VALUES, shiftCodes: always }).map(({ kind }) => kind)).toEqual(['now', 'monthEnd']);
  });

  it('include the end of the next month on the last day of one', () => {
    expect(iso(at(2027, 0, 31, 12)).at(-1)).toBe('monthEnd 2027-02-28T12:00:00.000Z');
  });
});

describe('the explanation of codes', () => {
  it('lists each code once with its value at every moment', () => {
    const codes = explain('{YEAR}/{SHIFTCODE;Shift} {YEAR}', [VALUES, at(2026, 10, 22, 14)]);
    expect(codes.map(({ source, values }) => [source, ...values.map((value) => ('text' in value ? value.text : ''))])).toEqual([
      ['{YEAR}', '2026', '2026'],
      ['{SHIFTCODE;Shift}', 'A', 'B'],
    ]);
  });

  it('lists the codes inside of TIME with their values at the moment that it moves to', () => {
    const [time] = explain('{TIME;{DAYOFMONTH}.{MONTH};+3months}', [at(2026, 10, 30, 12)]);
    expect(time).toMatchObject({ parameters: ['TIME', '{DAYOFMONTH}.{MONTH}', '+3months'], values: [{ text: '28.02' }] });
    expect(time?.inner.map(({ source, values }) => [source, values])).toEqual([
      ['{DAYOFMONTH}', [{ text: '28' }]],
      ['{MONTH}', [{ text: '02' }]],
    ]);
  });

  it('reports the fault of a code without a value', () => {
    const [code] = explain('{VARIABLE;Lot}');
    expect(code?.values).toEqual([{ fault: 'There is no variable "Lot" (at character 1)', position: 0 }]);
  });

  it('reports no value for codes inside of a TIME that leads out of the calendar', () => {
    const [time] = explain('{TIME;{YEAR};+9999years}');
    expect(time?.inner[0]?.values).toEqual(time?.values);
  });

  it('groups equal values in the order of their moments', () => {
    expect(groupValues([{ text: 'A' }, { text: 'B' }, { text: 'A' }])).toEqual([
      { value: { text: 'A' }, moments: [0, 2] },
      { value: { text: 'B' }, moments: [1] },
    ]);
  });

  it('includes codes in the styles of a text', () => {
    const { shown, styles } = readParts('[color="{VARIABLE;c}"]*{YEAR}*[]', 'ADVANCED');
    expect([shown, styles].map((parts) => parts.map(({ kind }) => kind))).toEqual([['literal', 'date', 'literal'], ['variable']]);
  });
});

describe('the printed text', () => {
  const pieces = (source: string) => {
    const read = readText(source, 'NONE');
    return 'fault' in read ? read.fault : textPieces(source, read.parts, VALUES);
  };

  it('consists of its literals and the values of its codes', () => {
    expect(pieces('No {COUNTER;Serial}')).toEqual([
      { kind: 'literal', text: 'No ' },
      { kind: 'code', text: '0007' },
    ]);
  });

  it('contains the source of a code that cannot be resolved, with its fault', () => {
    expect(pieces('a{TABLE;SKU}b')).toEqual([
      { kind: 'literal', text: 'a' },
      {
        kind: 'fault',
        text: '{TABLE;SKU}',
        fault: 'The column "SKU" needs a table row, and none is chosen (at character 2)',
        range: { from: 1, to: 12 },
      },
      { kind: 'literal', text: 'b' },
    ]);
  });

  it('is the source with the position of the fault if it cannot be parsed', () => {
    expect(pieces('a {YER} b')).toMatchObject([{ text: 'a ' }, { kind: 'fault', text: '{YER}' }, { text: ' b' }]);
    expect(pieces('a {YEAR')).toMatchObject([{ text: 'a ' }, { kind: 'fault', text: '{YEAR' }]);
  });
});

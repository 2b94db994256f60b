import { describe, expect, it } from 'vitest';
import { parseDynamicText } from '#rendering/dynamic-text/parse-dynamic-text.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { resolveText } from '#rendering/dynamic-text/resolve-text.ts';

const EARLY_LATE_NIGHT = [
  { offset: 360, code: 'E' },
  { offset: 840, code: 'L' },
  { offset: 1320, code: 'N' },
];

function resolve(source: string, moment: string, shifts = EARLY_LATE_NIGHT): string {
  const values: PrintValues = {
    moment: { epochMs: Date.parse(moment), timeZone: 'Europe/Berlin' },
    variables: new Map(),
    counters: new Map(),
    shiftCodes: new Map([['Crew', shifts]]),
    row: undefined,
  };
  return resolveText(parseDynamicText(source), values);
}

describe('SHIFTCODE', () => {
  it.each([
    ['from its very minute on', '2026-11-21T06:00:00+01:00', 'E'],
    ['until the next begins', '2026-11-21T13:59:59+01:00', 'E'],
    ['in the afternoon', '2026-11-21T14:00:00+01:00', 'L'],
    ['before midnight', '2026-11-21T23:59:59+01:00', 'N'],
    ['over midnight', '2026-11-22T00:00:00+01:00', 'N'],
    ['until the first of the next day begins', '2026-11-22T05:59:59+01:00', 'N'],
  ])('holds %s', (_, moment, code) => {
    expect(resolve('{SHIFTCODE;Crew}', moment)).toBe(code);
  });

  it.each([
    ['begins with the hour that is left out', '2026-03-29T03:00:00+02:00', 'B'],
    ['has not started before it', '2026-03-29T01:59:59+01:00', 'A'],
    ['holds in an hour that exists twice, the first time', '2026-10-25T02:30:00+02:00', 'B'],
    ['goes by the clock on the wall when it is turned back', '2026-10-25T02:15:00+01:00', 'A'],
    ['holds in an hour that exists twice, the second time', '2026-10-25T02:30:00+01:00', 'B'],
  ])('C3 %s', (_, moment, code) => {
    const shifts = [
      { offset: 0, code: 'A' },
      { offset: 150, code: 'B' },
    ];
    expect(resolve('{SHIFTCODE;Crew}', moment, shifts)).toBe(code);
  });

  const A_B_C = [
    { offset: 0, code: 'A' },
    { offset: 150, code: 'B' },
    { offset: 180, code: 'C' },
  ];
  it.each([
    [
      'leaves out a shift between 02:30 and 03:00 in spring',
      A_B_C,
      '2026-03-28T22:59:00Z',
      '2026-03-29T02:00:00Z',
      ['C', '23:00 A', '01:00 C'],
    ],
    [
      'has it twice in autumn, and the shift before it once more',
      A_B_C,
      '2026-10-24T21:59:00Z',
      '2026-10-25T03:00:00Z',
      ['C', '22:00 A', '00:30 B', '01:00 A', '01:30 B', '02:00 C'],
    ],
    [
      'has a night over midnight of 7 hours in spring',
      EARLY_LATE_NIGHT,
      '2026-03-28T20:59:00Z',
      '2026-03-29T05:00:00Z',
      ['L', '21:00 N', '04:00 E'],
    ],
    [
      'has a night over midnight of 9 hours in autumn',
      EARLY_LATE_NIGHT,
      '2026-10-24T19:59:00Z',
      '2026-10-25T06:00:00Z',
      ['L', '20:00 N', '05:00 E'],
    ],
  ])('C3 %s', (...[, shifts, from, to, turns]) => {
    const minutes = Array.from({ length: (Date.parse(to) - Date.parse(from)) / 60_000 + 1 }, (_gap, minute) =>
      new Date(Date.parse(from) + minute * 60_000).toISOString(),
    );
    const codes = minutes.map((moment) => resolve('{SHIFTCODE;Crew}', moment, shifts));
    const found = minutes.flatMap((moment, index) =>
      codes[index] === codes[index - 1] ? [] : [`${moment.slice(11, 16)} ${codes[index]}`],
    );
    expect([codes[0], ...found.slice(1)]).toEqual(turns);
  });

  it('does not depend on the order of the stored shifts', () => {
    expect(resolve('{SHIFTCODE;Crew}', '2026-11-21T03:00:00+01:00', EARLY_LATE_NIGHT.toReversed())).toBe('N');
  });

  it('moves with TIME', () => {
    expect(resolve('{TIME;{SHIFTCODE;Crew};+8hours}', '2026-11-21T06:00:00+01:00')).toBe('L');
  });

  it('can select a text', () => {
    expect(resolve('{IF;{SHIFTCODE;Crew};=;N;night;day}', '2026-11-21T23:00:00+01:00')).toBe('night');
  });

  it('that is missing is an error with its place', () => {
    expect(() => resolve('Crew {SHIFTCODE;Other}', '2026-11-21T06:00:00Z')).toThrow('There is no shift code "Other" (at character 6)');
  });

  it.each([
    ['{SHIFTCODE}', 'SHIFTCODE needs the name of a shift code (at character 1)'],
    ['{SHIFTCODE;Crew;WIDTH=3}', 'SHIFTCODE has no parameter "WIDTH=3" (at character 17)'],
  ])('refuses %s', (source, message) => {
    expect(() => parseDynamicText(source)).toThrow(message);
  });
});

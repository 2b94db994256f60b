import { describe, expect, it } from 'vitest';
import { parsePrintValues, stringifyPrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';

const VALUES: PrintValues = {
  moment: { epochMs: 1_769_860_800_000, timeZone: 'UTC', monthEnd: 'spill', productionDayStart: 360 },
  variables: new Map([['__proto__', 'plain']]),
  counters: new Map([['Serial', { value: 42, width: 6, padding: '0', format: 'alpha' }]]),
  shiftCodes: new Map([['Crew', [{ offset: 360, code: 'E' }]]]),
  row: new Map([['GTIN', '3257983125481']]),
};

describe('parsePrintValues', () => {
  it('restores the written values, including the rules for dates', () => {
    expect(parsePrintValues(stringifyPrintValues(VALUES))).toEqual(VALUES);
  });

  it('reads a print from before there were month-end policies and shift codes', () => {
    const stored = '{"moment":{"epochMs":1769860800000,"timeZone":"UTC"},"variables":[],"counters":[]}';
    expect(parsePrintValues(stored)).toEqual({
      moment: { epochMs: 1_769_860_800_000, timeZone: 'UTC' },
      variables: new Map(),
      counters: new Map(),
      row: undefined,
    });
  });
});

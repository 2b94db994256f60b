import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DynamicTextError } from '#rendering/dynamic-text/dynamic-text.ts';
import { parseDynamicText } from '#rendering/dynamic-text/parse-dynamic-text.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { resolveText } from '#rendering/dynamic-text/resolve-text.ts';
import { textNeeds } from '#rendering/label/label-needs.ts';
import { propertyRuns } from '#support/property-runs.ts';

const DAY = '{DAYOFMONTH}.{MONTH}.{YEAR}';

function resolve(source: string, bestBefore: string, moment: Partial<PrintValues['moment']> = {}): string {
  const values: PrintValues = {
    moment: { epochMs: Date.parse('2026-11-26T02:00:00+01:00'), timeZone: 'Europe/Berlin', ...moment },
    ...{ variables: new Map([['Best before', bestBefore]]), counters: new Map(), row: new Map([['BBE', bestBefore]]) },
  };
  return resolveText(parseDynamicText(source), values);
}

/** The day that TIME prints from this data. */
function dayOf(bestBefore: string, pattern?: string): string {
  return resolve(`{TIME;${DAY};FROM={TABLE;BBE}${pattern === undefined ? '' : `;PATTERN=${pattern}`}}`, bestBefore);
}

describe('a date from data', () => {
  it.each([
    ['2027-03-04', '04.03.2027'],
    ['20270304', '04.03.2027'],
    ['4.3.2027', '04.03.2027'],
    ['04.03.2027', '04.03.2027'],
    ['4 Mar 2027', '04.03.2027'],
    ['04-MAR-2027', '04.03.2027'],
    [' 2027-03-04T23:59:59 ', '04.03.2027'],
  ])('is found in %j without a pattern', (written, printed) => {
    expect(dayOf(written)).toBe(printed);
  });

  it.each([
    ['03/04/2027', 'DD/MM/YYYY', '03.04.2027'],
    ['03/04/2027', 'MM/DD/YYYY', '04.03.2027'],
    ['4-3-27', 'D-M-YY', '04.03.2027'],
    ['270304', 'YYMMDD', '04.03.2027'],
    ['280200', 'YYMMDD', '29.02.2028'],
    ['02/2027', 'MM/YYYY', '28.02.2027'],
    ['(27) 4.MAR', '(YY) D.MMM', '04.03.2027'],
  ])('%j is read as %s', (written, pattern, printed) => {
    expect(dayOf(written, pattern)).toBe(printed);
  });

  it.each([
    ['76', '2076'],
    ['77', '1977'],
  ])('gets the century of GS1: %s is %s', (written, year) => {
    expect(resolve('{TIME;{YEAR};FROM={TABLE;BBE};PATTERN=YYMMDD}', `${written}0101`)).toBe(year);
  });

  it('is printed in another format and with an offset, from a variable too', () => {
    const months = '{DAYOFMONTH}{MONTH;FORMAT={JAN;FEV;MAR;AVR}}{YEAR2}';
    expect(resolve(`{TIME;${months};-1month;FROM={TABLE;BBE}}`, '2027-03-31')).toBe('28FEV27');
    expect(resolve(`{TIME;${DAY};+{VARIABLE;Best before}days}`, '5')).toBe('01.12.2026');
    expect(resolve(`{TIME;${DAY};FROM={VARIABLE;Best before}}`, '2027-03-31')).toBe('31.03.2027');
    expect(resolve(`{TIME;{TIME;${DAY};+1day};FROM={VARIABLE;Best before}}`, '2027-12-31')).toBe('01.01.2028');
  });

  it('is the day as written, although the production day starts at another hour', () => {
    expect(resolve(DAY, '', { productionDayStart: 360 })).toBe('25.11.2026');
    expect(resolve(`{TIME;${DAY};FROM={TABLE;BBE}}`, '2027-03-04', { productionDayStart: 360 })).toBe('04.03.2027');
  });

  it('prints every day as that day in every time zone', () => {
    const zones = ['Europe/Berlin', 'America/Sao_Paulo', 'Asia/Beirut', 'Pacific/Apia', 'Asia/Kathmandu', 'UTC'];
    const day = fc.date({ min: new Date('1970-01-02'), max: new Date('2099-12-30'), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.constantFrom(...zones), (date, timeZone) => {
        const written = date.toISOString().slice(0, 10);
        // Samoa had no 30 December 2011: it moved across the date line.
        fc.pre(!(timeZone === 'Pacific/Apia' && written === '2011-12-30'));
        expect(resolve('{TIME;{YEAR}-{MONTH}-{DAYOFMONTH};FROM={TABLE;BBE}}', written, { timeZone })).toBe(written);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it.each([
    ['', undefined, 'FROM is empty: there is no date to print'],
    ['03/04/2027', undefined, '"03/04/2027" is not a date such as 2026-12-31'],
    ['soon', undefined, '"soon" is not a date such as'],
    ['31.02.2027', undefined, '"31.02.2027" is not a date of the calendar'],
    ['2027-02-00', undefined, 'not a date of the calendar'],
    ['2027-13-01', undefined, 'not a date of the calendar'],
    ['2027-01-01 24:00', undefined, 'not a date of the calendar'],
    ['4 Mai 2027', undefined, 'not a date of the calendar'],
    ['2027-03-04', 'DD.MM.YYYY', '"2027-03-04" is not a date of the form PATTERN=DD.MM.YYYY'],
    ['00.03.2027', 'DD.MM.YYYY', 'not a date of the calendar'],
  ])('%j with the pattern %s stops the print: %s', (written, pattern, message) => {
    expect(() => dayOf(written, pattern)).toThrow(DynamicTextError);
    expect(() => dayOf(written, pattern)).toThrow(message);
  });

  it.each([
    ['{TIME;{YEAR};FROM=2027-01-01;PATTERN=DD.MM}', 'PATTERN needs a year and a month'],
    ['{TIME;{YEAR};FROM=2027-01-01;PATTERN=DD.MM.DD.YYYY}', 'PATTERN has the day twice'],
    ['{TIME;{YEAR};FROM=2027-01-01;PATTERN=DD.MM.JJJJ}', 'PATTERN has no part "J"'],
    [`{TIME;{YEAR};FROM=2027-01-01;PATTERN=YYYYMM${'.'.repeat(50)}}`, 'PATTERN has more than 40 characters'],
    ['{TIME;{YEAR};PATTERN=DD.MM.YYYY}', 'PATTERN needs a date to read'],
    ['{TIME;{YEAR};FROM=1;FROM=2}', 'TIME has FROM twice'],
    ['{TIME;{YEAR};FROM=1;PATTERN=MM.YY;PATTERN=MM.YY}', 'TIME has PATTERN twice'],
    ['{TIME;{YEAR};FROM=1;+1day}', 'TIME has no parameter "+1day"'],
  ])('refuses %s: %s', (source, message) => {
    expect(() => parseDynamicText(source)).toThrow(message);
  });

  it('is no time of the print: such a label is printed although the clock is in doubt', () => {
    expect(textNeeds([`{TIME;${DAY};+1day;FROM={TABLE;BBE}}`])).toMatchObject({ columns: ['BBE'], moment: false });
    expect(textNeeds([`{TIME;${DAY};FROM={YEAR}-01-01}`])).toMatchObject({ moment: true });
  });
});

import { describe, expect, it } from 'vitest';
import { historyCsv } from '#renderer/panels/history/history-csv.ts';

const texts = {
  printer: 'Printer',
  timeZone: 'Time zone',
  resolution: 'Interval',
  from: 'From',
  printed: 'Printed',
  before: 'One week earlier',
  notVerified: 'Not verified',
};
const bar = { offset: undefined, hours: undefined };
const file = {
  texts,
  printer: 'Line "1", left',
  timeZone: 'Europe/Zurich',
  unit: 'Printed per hour',
  bars: [
    { ...bar, at: Date.parse('2026-10-25T00:00:00Z'), count: 12, before: 7 },
    { ...bar, at: Date.parse('2026-10-25T01:00:00Z'), count: 0, before: undefined },
  ],
  isCompared: true,
};

describe('the history as CSV', () => {
  it('has the printer, the unit and the offset that distinguishes two hours of the same local time', () => {
    expect(historyCsv(file)).toBe(
      '\ufeffPrinter,Time zone,Interval,From,Printed,One week earlier\r\n' +
        '"Line ""1"", left",Europe/Zurich,Printed per hour,2026-10-25T02:00:00+02:00,12,7\r\n' +
        '"Line ""1"", left",Europe/Zurich,Printed per hour,2026-10-25T02:00:00+01:00,0,\r\n',
    );
  });

  it('omits the week before without a comparison', () => {
    expect(historyCsv({ ...file, bars: file.bars.slice(0, 1), isCompared: false }).split('\r\n')[0]).toBe(
      '\ufeffPrinter,Time zone,Interval,From,Printed',
    );
  });

  it('has the prints that a reader did not verify, if one judges them', () => {
    const bars = file.bars.map((each, index) => ({ ...each, notVerified: index }));
    const rows = historyCsv({ ...file, bars, isCompared: false }).split('\r\n');
    expect(rows.slice(0, 3).map((row) => row.split(',').at(-1))).toEqual(['Not verified', '0', '1']);
  });

  it('writes no printer name as a formula', () => {
    expect(historyCsv({ ...file, printer: '=1+1', bars: file.bars.slice(1) })).toContain("\r\n'=1+1,");
  });

  it('writes the offset of zones west of UTC, and of half-hour zones', () => {
    const at = Date.parse('2026-01-01T00:00:00Z');
    const moments = ['America/St_Johns', 'Asia/Kolkata'].map((timeZone) =>
      historyCsv({ ...file, timeZone, bars: [{ ...bar, at, count: 1, before: undefined }], isCompared: false })
        .split('\r\n')[1]
        ?.split(',')
        .at(-2),
    );
    expect(moments).toEqual(['2025-12-31T20:30:00-03:30', '2026-01-01T05:30:00+05:30']);
  });
});

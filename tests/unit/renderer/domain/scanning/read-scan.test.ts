import { describe, expect, it } from 'vitest';
import { isSameScan, readScan } from '#renderer/domain/scanning/read-scan.ts';

const KEYS = ['9521234510000', '09521234510000'];

describe('H23 a scanned code', () => {
  it.each([
    ['the digits under the bars', '9521234510000'],
    ['the same with its symbology identifier', ']E09521234510000'],
  ])('is searched as read first, then as GTIN: %s', (_, raw) => {
    expect(readScan(raw)).toEqual({ text: '9521234510000', keys: KEYS, gtin: '09521234510000', elements: [] });
  });

  it.each([
    ['GS1-128', ']C101095212345100001727013110L2611A'],
    ['GS1 DataMatrix', ']d201095212345100001727013110L2611A'],
    ['GS1 QR code', ']Q301095212345100001727013110L2611A'],
    ['no symbology identifier', '01095212345100001727013110L2611A'],
    ['FNC1 at its beginning', '\x1d01095212345100001727013110L2611A'],
    ['brackets, as people write it', '(01)09521234510000(17)270131(10)L2611A'],
  ])('yields its GTIN with and without the leading zero from element strings with %s', (_, raw) => {
    const scan = readScan(raw);
    expect(scan.text).toBe('(01)09521234510000(17)270131(10)L2611A');
    expect(scan.keys.slice(0, 2)).toEqual(KEYS);
    expect(scan.elements.map(({ id }) => id)).toEqual(['01', '17', '10']);
  });

  it('continues element strings after FNC1', () => {
    expect(readScan(']d201095212345100002112345\x1d17270131').elements).toEqual([
      { id: '01', value: '09521234510000' },
      { id: '21', value: '12345' },
      { id: '17', value: '270131' },
    ]);
  });

  it('yields the GTIN of a GS1 Digital Link, and the number of a pallet', () => {
    expect(readScan('https://id.gs1.org/01/09521234510000/10/L2611A').keys.slice(0, 2)).toEqual(KEYS);
    expect(readScan(']C100095212345100000017').keys[0]).toBe('095212345100000017');
  });

  it.each([
    ['a GTIN-12', '614141000036', ['614141000036', '0614141000036', '00614141000036']],
    ['a GTIN-8', '95200002', ['95200002', '0000095200002', '00000095200002', '000095200002']],
    ['thirteen digits with a wrong check digit', '9521234510001', ['9521234510001']],
    ['any other text', 'Line 1', ['Line 1']],
    ['what only looks like element strings', '0109521234510001', ['0109521234510001']],
  ])('is searched in each of its forms: %s', (_, raw, keys) => {
    expect(readScan(raw).keys).toEqual(keys);
  });

  it('equals another of the same trade item, whatever else they contain', () => {
    expect(isSameScan(readScan('9521234510000'), readScan(']d20109521234510000211'))).toBe(true);
    expect(isSameScan(readScan('9521234510000'), readScan('9521234510178'))).toBe(false);
    expect(isSameScan(readScan('S12'), readScan('S12'))).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { labelOf, objectOf, warningsOf } from './zpl-support.ts';

const SSCC = '340123450000000017';

describe('codes', () => {
  it.each([
    ['^BCN,50,N^FD>;>800340123450000000017^FS', { type: 'GS1-128', apps: [{ id: '00', value: SSCC }] }],
    ['^BCN,50,N,N,N,U^FD0034012345000000001^FS', { type: 'GS1-128', apps: [{ id: '00', value: SSCC }] }],
    ['^BCN,50,N,N,N,D^FD(00)340123450000000017^FS', { type: 'GS1-128', apps: [{ id: '00', value: SSCC }] }],
    [
      '^BCN,50,N,N,N,D^FD(01)04012345000016(10)A1>8(21)77^FS',
      {
        type: 'GS1-128',
        apps: [
          { id: '01', value: '04012345000016' },
          { id: '10', value: 'A1' },
          { id: '21', value: '77' },
        ],
      },
    ],
    ['^BCN,50^FD123456^FS', { type: 'Code128', text: '123456', encoding: 'B', humanReadable: 'BELOW' }],
    ['^BCN,50,Y,Y,N,A^FD123456^FS', { type: 'Code128', encoding: 'AUTO', humanReadable: 'ABOVE' }],
    ['^BEN,50^FD123^FS', { type: 'EAN-13', text: '0000000001236' }],
    ['^BEN,50^FD4006381333931^FS', { type: 'EAN-13', text: '4006381333931' }],
    ['^B8N,50,N^FD9638507^FS', { type: 'EAN-8', text: '96385074', humanReadable: 'NONE' }],
    ['^BUN,50^FD03600029145^FS', { type: 'UPC-A', text: '036000291452' }],
    ['^B9N,50^FD1230000045^FS', { type: 'UPC-E', text: '01230000045' }],
    ['^B2N,50^FD123^FS', { type: 'ITF', text: '0123', barRatio: 3 }],
    ['^B2N,50,N,N,Y^FD1401234500001^FS', { type: 'ITF-14', text: '14012345000013', hBearerBar: 0 }],
    ['^BY2,2.2^B3N,Y,50^FDA1^FS', { type: 'Code39', text: 'A1', checkDigit: true, barRatio: 2.2 }],
    ['^BLN,50^FDA1^FS', { type: 'Code39', checkDigit: true }],
    ['^BAN,50^FDA1^FS', { type: 'Code93', text: 'A1' }],
    ['^BXN,4,200,18,18^FDA_d065_@_I__^FS', { type: 'DataMatrix', text: 'AA\0\t_', size: { width: 18, height: 18 } }],
    [
      '^BXN,4,200,,,,#,2^FD#10104012345000016^FS',
      { type: 'GS1-DataMatrix', apps: [{ id: '01', value: '04012345000016' }], rectangular: true },
    ],
    ['^BQN,2,4^FDQA,a,b^FS', { type: 'QRCode', text: 'a,b', eccLevel: 'Q', moduleSize: 0.5 }],
    ['^BQN,2,4^FDHM,B0003abc^FS', { type: 'QRCode', text: 'abc', eccLevel: 'H' }],
    ['^BQN,2,4^FDLM,N123^FS', { type: 'QRCode', text: '123', eccLevel: 'L' }],
    ['^BQN,2,4,H^FDhttps://a.b^FS', { type: 'QRCode', text: 'https://a.b', eccLevel: 'H' }],
    ['^BON,4,N,30^FDabc^FS', { type: 'Aztec', eccPercent: 30 }],
    ['^BON,4,N,103^FDabc^FS', { type: 'Aztec', size: 23 }],
    ['^BON,4,N,205^FDabc^FS', { type: 'Aztec', size: 37 }],
    ['^BY3^B7N,12,2,5^FDa\\&b\\\\c^FS', { type: 'PDF417', text: 'a\r\nb\\c', rowHeight: 4, eccLevel: 2, columns: 5, moduleSize: 0.375 }],
    ['^BRN,2,2^FD0401234500001^FS', { type: 'GS1-DataBar', variant: 'TRUNCATED', text: '0401234500001' }],
    ['^BRN,6,2^FD0104012345000016^FS', { type: 'GS1-DataBar', variant: 'EXPANDED', apps: [{ id: '01', value: '04012345000016' }] }],
    ['^BRN,9,2,1,60^FD400638133393^FS', { type: 'EAN-13', barHeight: 7.5 }],
    ['^BRN,11,2,1,60^FD(01)04012345000016(10)A1^FS', { type: 'GS1-128', apps: [{ id: '01' }, { id: '10', value: 'A1' }] }],
  ])('%s', (field, expected) => {
    expect(objectOf(`^FO0,0${field}`)).toMatchObject(expected);
  });

  it('that cannot be encoded are left out with a warning', () => {
    const { label, warnings } = labelOf('^FO0,0^GB9,9,9^FS^FO0,0^B3N^FDa{b}^FS');
    expect(label.objs.map(({ type }) => type)).toEqual(['Rect']);
    expect(warnings).toMatchObject([{ kind: 'refused', command: '^B3', text: 'a\\{b\\}', line: 1, count: 1 }]);
    expect(warnings[0]?.reason).toContain('Code39 holds upper case letters');
  });

  it.each([
    ['^BKN^FDA1A^FS', 'codeUnknown ^BK A1A Codabar'],
    ['^BEN^FD4006381333930^FS', 'checkDigit ^BE 4006381333930 4006381333931'],
    ['^BCN^FDA>3B^FS', 'functionCharacter ^BC FNC2'],
    ['^BXN,4,100^FDA^FS', 'codeForm ^BX ECC 100 ECC 200'],
    ['^B7N,4,1,,,Y^FDA^FS', 'codeForm ^B7 truncated PDF417 PDF417'],
    ['^BRN,1,2^FD0401234500001|99ABC^FS', 'composite ^BR 99ABC'],
    ['^BRN,6,2^FDnothing^FS', 'refused ^BR nothing The element strings cannot be separated'],
    ['^BQN,2,4^FDD010203AB,QA,x^FS', 'codeForm ^BQ QR D010203AB, QR'],
  ])('%s is a warning', (field, warning) => {
    expect(warningsOf(`^FO0,0^GB9,9,9^FS^FO9,9${field}`)).toEqual([warning]);
  });
});

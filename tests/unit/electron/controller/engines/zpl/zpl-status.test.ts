import { describe, expect, it } from 'vitest';
import { isIdle, parseErrorStatus, parseHostStatus } from '#controller/engines/zpl/zpl-status.ts';
import { worded } from '#support/worded.ts';

const FIRST = '030,0,0,1218,000,0,0,0,000,0,0,0';
const SECOND = '000,0,0,0,1,2,4,0,00000000,1,000';
const THIRD = '1234,0';

/** The first line with other values at some positions. */
function changed(line: string, values: Record<number, string>): string {
  return line
    .split(',')
    .map((value, at) => values[at] ?? value)
    .join(',');
}

const errorStatus = (errors: string, warnings: string) =>
  `\r\n\r\n  PRINTER STATUS\r\n  ERRORS:         ${errors}\r\n  WARNINGS:       ${warnings}\r\n`;
const NONE = '0 00000000 00000000';

describe('the status of a label printer', () => {
  it('is idle without errors when it holds nothing', () => {
    const status = parseHostStatus([FIRST, SECOND, THIRD]);
    expect(status).toMatchObject({ errors: [], isPaused: false });
    expect(status && isIdle(status)).toBe(true);
  });

  it.each([
    ['a format waits in its buffer', changed(FIRST, { 4: '003' }), SECOND],
    ['a label is being received', changed(FIRST, { 7: '1' }), SECOND],
    ['labels of a batch are left', FIRST, changed(SECOND, { 8: '00000002' })],
  ])('is not idle while %s', (_, first, second) => {
    const status = parseHostStatus([first, second, THIRD]);
    expect(status && isIdle(status)).toBe(false);
  });

  it.each([
    ['The printer is out of labels.', changed(FIRST, { 1: '1' }), SECOND],
    ['The printer is out of ribbon.', FIRST, changed(SECOND, { 3: '1' })],
    ['The print head is open.', FIRST, changed(SECOND, { 2: '1' })],
    ['The print head is too hot.', changed(FIRST, { 11: '1' }), SECOND],
    ['The print head is too cold.', changed(FIRST, { 10: '1' }), SECOND],
    ['The printer has lost its settings.', changed(FIRST, { 9: '1' }), SECOND],
  ])('says "%s"', (sentence, first, second) => {
    expect(worded(parseHostStatus([first, second, THIRD])?.errors)).toEqual([sentence]);
  });

  it('reads pause, full buffer and a label that waits to be taken', () => {
    const status = parseHostStatus([changed(FIRST, { 2: '1', 5: '1' }), changed(SECOND, { 7: '1' }), THIRD]);
    expect(status).toMatchObject({ isPaused: true, buffer: { isFull: true, isLabelWaiting: true } });
  });

  it.each([[[]], [[FIRST, SECOND]], [['1,2', SECOND, THIRD]], [[FIRST, 'a,b,c,d,e,f,g,h,i,j,k', THIRD]]])(
    'is not read from %j',
    (lines) => {
      expect(parseHostStatus(lines)).toBeUndefined();
    },
  );

  it('has every error of the error flags as a sentence', () => {
    const status = parseErrorStatus(errorStatus('1 00000000 00011005', '1 00000000 00000008'));
    expect(worded(status)).toEqual({
      errors: ['The printer is out of labels.', 'The print head is open.', 'The labels are jammed.'],
      warnings: ['The labels are nearly used up.'],
      isPaused: true,
      isHeadOpen: true,
      isPaperOut: true,
      isRibbonOut: false,
    });
  });

  it('shows the number of an error that it does not know', () => {
    expect(worded(parseErrorStatus(errorStatus('1 00000000 80000000', NONE))?.errors)).toEqual(['The printer reports the error 80000000.']);
  });

  it('has no errors in flags that say none', () => {
    expect(parseErrorStatus(errorStatus(NONE, NONE))).toMatchObject({ errors: [], warnings: [], isPaused: false });
  });

  it('does not read error flags from another answer', () => {
    expect(parseErrorStatus('PRINTER STATUS')).toBeUndefined();
  });
});

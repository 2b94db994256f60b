import { describe, expect, it } from 'vitest';
import { LoadedPrint } from '#controller/engines/single-value-coders/loaded-print.ts';

interface Happening {
  isReported?: boolean;
  isSpoilt?: boolean;
  isReportLost?: boolean;
}

function loaded(reports: boolean, countBefore: number | undefined, { isReported, isSpoilt, isReportLost }: Happening = {}): LoadedPrint {
  const print = new LoadedPrint({ id: 1, now: () => 0, isReported: reports });
  print.release(countBefore);
  if (isReported) print.reported();
  if (isSpoilt) print.spoil();
  if (isReportLost) print.loseReport();
  return print;
}

describe('the print that a coder has', () => {
  it.each([
    ['printed', true, 7, 8, { isReported: true }],
    ['waiting', true, 7, 7, {}],
    ['waiting', true, 7, 7, { isReported: true }],
    ['waiting', true, 7, 8, {}],
    ['conflict', true, 7, 9, { isReported: true }],
    ['conflict', true, 7, 6, {}],
    ['printed', true, undefined, undefined, { isReported: true }],
    ['waiting', true, undefined, undefined, {}],
    ['printed', false, 7, 8, {}],
    ['waiting', false, 7, 7, {}],
    ['conflict', false, 7, 9, {}],
    ['waiting', false, 7, undefined, {}],
  ] as const)('is %s (reports %s, count %s to %s, %o)', (...[verdict, reports, before, after, happening]) => {
    expect(loaded(reports, before, happening).judge(after)).toBe(verdict);
  });

  it.each([
    ['a report', { isReported: true }, 7],
    ['a count', {}, 8],
  ] as const)('is a conflict when only %s says for long that it is printed', (_, happening, after) => {
    let now = 0;
    const print = new LoadedPrint({ id: 1, now: () => now, isReported: true });
    print.release(7);
    if ('isReported' in happening) print.reported();
    expect(print.judge(after)).toBe('waiting');
    now = 3_000;
    expect(print.judge(after)).toBe('waiting');
    now = 3_001;
    expect(print.judge(after)).toBe('conflict');
  });

  it('takes no report for its own before the coder may have it', () => {
    const print = new LoadedPrint({ id: 1, now: () => 0, isReported: true });
    print.reported();
    print.release(undefined);
    expect(print.judge(undefined)).toBe('waiting');
  });

  it.each([
    ['not-made', true, 7, 7, {}],
    ['printed', true, 7, 8, { isReported: true }],
    ['printed', true, 7, 8, { isReported: true, isSpoilt: true }],
    ['printed', true, 7, 8, { isReportLost: true }],
    ['unknown', true, 7, 8, {}],
    ['unknown', true, 7, 8, { isReportLost: true, isSpoilt: true }],
    ['unknown', true, 7, 7, { isReported: true }],
    ['unknown', true, 7, 7, { isSpoilt: true }],
    ['unknown', true, 7, 7, { isReportLost: true }],
    ['unknown', true, 7, 0, { isReportLost: true }],
    ['unknown', true, 7, 9, { isReported: true }],
    ['not-made', true, undefined, undefined, {}],
    ['unknown', true, undefined, undefined, { isReportLost: true }],
    ['printed', true, undefined, undefined, { isReported: true, isReportLost: true }],
    ['printed', false, 7, 8, {}],
    ['printed', false, 7, 8, { isReportLost: true }],
    ['unknown', false, 7, 8, { isSpoilt: true }],
    ['not-made', false, 7, 7, {}],
    ['unknown', false, 7, 7, { isReportLost: true }],
    ['unknown', false, 7, 10, {}],
    ['unknown', false, 7, undefined, {}],
  ] as const)('ends as %s (reports %s, count %s to %s, %o)', (...[outcome, reports, before, after, happening]) => {
    expect(loaded(reports, before, happening).settle(after)).toBe(outcome);
  });
});

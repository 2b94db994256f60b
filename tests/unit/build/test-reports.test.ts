import { describe, expect, it } from 'vitest';
import { readPlaywrightReport, readVitestReport, slowest } from '../../../build/scripts/test-reports.ts';

describe('the reports of a run of tests', () => {
  it('are counted as vitest writes them, with the time of each file', () => {
    const report = {
      ...{ numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 },
      testResults: [
        {
          ...{ name: '/work/tests/unit/one.test.ts', startTime: 1_000, endTime: 3_500 },
          assertionResults: [
            { fullName: 'passes', status: 'passed', failureMessages: [] },
            { fullName: 'passes when repeated', status: 'passed', failureMessages: ['expected 1 to be 2'] },
            { fullName: 'fails', status: 'failed', failureMessages: ['expected 1 to be 2'] },
          ],
        },
      ],
    };
    expect(readVitestReport(report, '/work')).toEqual({
      count: { passed: 3, failed: 1, skipped: 3 },
      files: [{ file: 'tests/unit/one.test.ts', seconds: 2.5 }],
      flaky: ['tests/unit/one.test.ts: passes when repeated'],
    });
  });

  it('are counted as Playwright writes them, with the time of all tests of a file', () => {
    const spec = (...durations: number[]) => ({
      title: `takes ${durations.join(' and ')}`,
      tests: [{ status: durations.length > 1 ? 'flaky' : 'expected', results: durations.map((duration) => ({ duration })) }],
    });
    const report = {
      config: { rootDir: '/work/tests/e2e' },
      stats: { expected: 4, flaky: 1, unexpected: 2, skipped: 3 },
      suites: [{ file: 'a.spec.ts', specs: [spec(500), spec(250, 250)], suites: [{ file: 'a.spec.ts', specs: [spec(1_000)] }] }],
    };
    expect(readPlaywrightReport(report, '/work')).toEqual({
      count: { passed: 5, failed: 2, skipped: 3 },
      files: [{ file: 'tests/e2e/a.spec.ts', seconds: 2 }],
      flaky: ['tests/e2e/a.spec.ts: takes 250 and 250'],
    });
  });

  it('name the slowest files, the slowest first', () => {
    const files = [1, 3, 2].map((seconds) => ({ file: `${seconds}.test.ts`, seconds }));
    expect(slowest(files, 2).map(({ seconds }) => seconds)).toEqual([3, 2]);
  });
});

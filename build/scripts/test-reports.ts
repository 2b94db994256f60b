import { relative } from 'node:path';

export interface TestCount {
  passed: number;
  failed: number;
  skipped: number;
}

export interface FileTime {
  /** Relative to the root. */
  file: string;
  seconds: number;
}

/** What a run of tests reported. */
export interface TestReport {
  count: TestCount;
  files: FileTime[];
  /** Tests that failed at first and passed when they were repeated: file and title. */
  flaky: string[];
}

interface VitestReport {
  numPassedTests?: number;
  numFailedTests?: number;
  numPendingTests?: number;
  numTodoTests?: number;
  testResults?: { name: string; startTime: number; endTime: number; assertionResults: VitestResult[] }[];
}

interface VitestResult {
  fullName: string;
  status: string;
  /** Of every attempt. */
  failureMessages: string[] | null;
}

interface PlaywrightSuite {
  file: string;
  suites?: PlaywrightSuite[];
  specs?: PlaywrightSpec[];
}

interface PlaywrightSpec {
  title: string;
  tests: { status: string; results: { duration: number }[] }[];
}

interface PlaywrightReport {
  config?: { rootDir?: string };
  stats?: { expected?: number; flaky?: number; unexpected?: number; skipped?: number };
  suites?: PlaywrightSuite[];
}

/** Reads what vitest's reporter `json` wrote. The time of a file is that of its tests and hooks. */
export function readVitestReport(report: VitestReport, root: string): TestReport {
  return {
    count: {
      passed: report.numPassedTests ?? 0,
      failed: report.numFailedTests ?? 0,
      skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
    },
    files: (report.testResults ?? []).map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
    flaky: (report.testResults ?? []).flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status, failureMessages }) => status === 'passed' && (failureMessages ?? []).length > 0)
        .map(({ fullName }) => `${relative(root, name)}: ${fullName}`),
    ),
  };
}

/** Reads what Playwright's reporter `json` wrote. */
export function readPlaywrightReport({ config, stats, suites = [] }: PlaywrightReport, root: string): TestReport {
  const folder = relative(root, config?.rootDir ?? root);
  return {
    count: { passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0), failed: stats?.unexpected ?? 0, skipped: stats?.skipped ?? 0 },
    files: suites.map((suite) => ({ file: `${folder}/${suite.file}`, seconds: durationOf(suite) / 1000 })),
    flaky: suites.flatMap((suite) => flakySpecs(suite).map(({ title }) => `${folder}/${suite.file}: ${title}`)),
  };
}

function flakySpecs({ suites = [], specs = [] }: PlaywrightSuite): PlaywrightSpec[] {
  return [...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')), ...suites.flatMap(flakySpecs)];
}

function durationOf({ suites = [], specs = [] }: PlaywrightSuite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  return sum(results.map(({ duration }) => duration)) + sum(suites.map(durationOf));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function slowest(files: readonly FileTime[], most: number): FileTime[] {
  return [...files].sort((one, other) => other.seconds - one.seconds).slice(0, most);
}

import { describe, expect, it } from 'vitest';
import { NotConformant, type Check, type Level, type Result } from '../../conformance/check.ts';
import { junit } from '../../conformance/junit.ts';
import { report, summary, tally, verdict } from '../../conformance/report.ts';

const check = (id: string, level: Level = 'core'): Check => ({
  id,
  level,
  source: 'specification',
  says: `It is <${id}>.`,
  run: async () => {},
});
const ran = (id: string, level?: Level) => ({ check: check(id, level), notes: [], milliseconds: 1_500 });

const PASSED: Result = { ...ran('a.passed'), outcome: 'passed', notes: ['200, where Strobe answers 204'] };
const FAULT = new NotConformant({ request: 'GET /x', expected: 'a & b', seen: '`tick`\n\u0000<c>' });
const FAILED: Result = { ...ran('a.failed'), outcome: 'failed', fault: FAULT };
const NOT_RUN: Result = { ...ran('b.skipped', 'queue'), outcome: 'not run', reason: 'no printer may be used', applies: true };
const OUTCOME = { results: [PASSED, FAILED, NOT_RUN], left: ['/labels/x could not be removed'] };
const SETTING = { url: 'http://target', level: 'queue', at: '2026-11-22', prefix: 'conf-1', printers: [], mayPrint: false } as const;

describe('the verdict on a level', () => {
  it.each([
    [[PASSED], 'conformant'],
    [[PASSED, FAILED], 'not conformant'],
    [[PASSED, { ...NOT_RUN, check: check('b') }], 'conformant as far as checked'],
    [[PASSED, { ...NOT_RUN, check: check('b'), applies: false }], 'conformant'],
    [[{ ...NOT_RUN, check: check('b') }], 'not checked'],
  ])('is never better than what was seen', (results, expected) => {
    expect(tally(results).map(verdict)).toEqual([expected]);
  });
});

describe('a report', () => {
  const text = report(OUTCOME, SETTING);

  it('tells request, expected and seen of each failure on one line each', () => {
    expect(text).toContain('- request: ` GET /x `\n- expected: ` a & b `\n');
    expect(text).toContain('- seen: `` `tick` \u0000<c> ``');
  });

  it('tells the notes, what was not run and why, and what was left behind', () => {
    expect(text).toContain('- 200, where Strobe answers 204');
    expect(text).toContain('- `b.skipped`: no printer may be used');
    expect(text).toContain('- /labels/x could not be removed');
  });

  it('is short on a terminal', () => {
    expect(summary(OUTCOME).split('\n')).toEqual([
      'core: not conformant; 1 passed, 1 failed, 0 not run, of 2 checks',
      'queue: not checked; 0 passed, 0 failed, 1 not run, of 1 checks',
      '1 notes, 4.5 s',
      'left behind: /labels/x could not be removed',
    ]);
  });
});

describe('a JUnit file', () => {
  const xml = junit(OUTCOME.results);

  it('has a suite for each level, with its counts', () => {
    expect(xml).toContain('<testsuites name="conformance" tests="3" failures="1" errors="0" skipped="1" time="4.500">');
    expect(xml).toContain('<testsuite name="queue" tests="1" failures="0" errors="0" skipped="1" time="1.500">');
  });

  it('escapes what a target says, and holds no character that XML cannot hold', () => {
    expect(xml).toContain('message="expected a &amp; b, seen `tick`&#10;\ufffd&lt;c&gt;"');
    expect(xml).not.toContain('\u0000');
  });

  it('never counts what was not run as passed', () => {
    expect(xml).toMatch(/b\.skipped[^>]*>\s*<skipped message="no printer may be used"\/>/);
  });
});

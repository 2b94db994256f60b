import { LEVELS, type Level, type Result, type Source } from './check.ts';
import type { Outcome } from './suite.ts';

export interface Setting {
  url: string;
  level: Level;
  /** Time of the run, ISO 8601. */
  at: string;
  prefix: string;
  printers: readonly string[];
  mayPrint: boolean;
}

const SAID_BY: Record<Source, string> = {
  specification: 'the specification',
  vendor: "a vendor's public documentation of this interface",
  strobe: 'Strobe, where the specification is silent',
};

interface Tally {
  level: Level;
  all: number;
  passed: number;
  failed: number;
  notRun: number;
  /** Number of checks that were not run although they apply to this target. */
  open: number;
}

/** Counts the outcomes of each level. */
export function tally(results: readonly Result[]): Tally[] {
  return LEVELS.map((level) => {
    const own = results.filter(({ check }) => check.level === level);
    const count = (outcome: Result['outcome']) => own.filter((result) => result.outcome === outcome).length;
    const open = own.filter((result) => result.outcome === 'not run' && result.applies).length;
    return { level, all: own.length, passed: count('passed'), failed: count('failed'), notRun: count('not run'), open };
  }).filter(({ all }) => all > 0);
}

/** The verdict on a level. Checks that were not run prove nothing. */
export function verdict({ passed, failed, open }: Tally): string {
  if (failed > 0) return 'not conformant';
  if (passed === 0) return 'not checked';
  return open > 0 ? 'conformant as far as checked' : 'conformant';
}

/** The summary for a terminal. */
export function summary({ results, left }: Outcome): string {
  const levels = tally(results).map(
    (each) =>
      `${each.level}: ${verdict(each)}; ${each.passed} passed, ${each.failed} failed, ${each.notRun} not run, of ${each.all} checks`,
  );
  const seconds = (results.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1_000).toFixed(1);
  const notes = new Set(results.flatMap((result) => result.notes)).size;
  return [...levels, `${notes} notes, ${seconds} s`, ...left.map((line) => `left behind: ${line}`)].join('\n');
}

/** The complete report as Markdown. */
export function report(outcome: Outcome, setting: Setting): string {
  const { results, left } = outcome;
  const marks = setting.mayPrint ? 'labels were printed' : 'nothing was printed';
  const printers = setting.printers.length === 0 ? 'no printer was used' : `${setting.printers.join(', ')}; ${marks}`;
  return [
    `# Conformance of ${setting.url}`,
    `Checked on ${setting.at}, up to the level \`${setting.level}\`. Printers: ${printers}. Names of created items began with \`${setting.prefix}\`.`,
    table(['level', 'verdict', 'checks', 'passed', 'failed', 'not run'], tally(results).map(tallyRow)),
    '## Left behind',
    left.length === 0 ? 'Nothing: the target is in its original state, except for counters, history and records of prints.' : list(left),
    '## Failed',
    ...failures(results),
    '## Notes',
    'Deviations from Strobe where the specification is silent. None of them is a fault.',
    list([...new Set(results.flatMap(({ notes }) => notes))]),
    '## Not run',
    list(results.flatMap((result) => (result.outcome === 'not run' ? [`\`${result.check.id}\`: ${result.reason}`] : []))),
    '## All checks',
    table(['check', 'level', 'statement', 'source', 'outcome'], results.map(resultRow)),
  ]
    .join('\n\n')
    .concat('\n');
}

const tallyRow = (each: Tally): string[] => [each.level, verdict(each), ...[each.all, each.passed, each.failed, each.notRun].map(String)];
const resultRow = ({ check, outcome }: Result): string[] => [`\`${check.id}\``, check.level, check.says, SAID_BY[check.source], outcome];

function failures(results: readonly Result[]): string[] {
  const failed = results.filter((result) => result.outcome === 'failed');
  if (failed.length === 0) return ['None.'];
  return failed.map(({ check, fault }) =>
    [`### ${check.id}`, check.says, list([`said by: ${SAID_BY[check.source]}`, ...faultLines(fault)])].join('\n\n'),
  );
}

const faultLines = (fault: { request: string; expected: string; seen: string }): string[] => [
  `request: ${quoted(fault.request)}`,
  `expected: ${quoted(fault.expected)}`,
  `seen: ${quoted(fault.seen)}`,
];

/** Formats text from the target as code on one line, with as many backticks around it as it requires. */
function quoted(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${line} ${fence}`;
}

function list(lines: readonly string[]): string {
  return lines.length === 0 ? 'None.' : lines.map((line) => `- ${line}`).join('\n');
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

import { LEVELS, type Result } from './check.ts';

/** The results in JUnit format for build servers, with one suite per level. */
export function junit(results: readonly Result[]): string {
  const suites = LEVELS.map((level) => ({ level, own: results.filter(({ check }) => check.level === level) })).filter(
    ({ own }) => own.length > 0,
  );
  const inner = suites.map(
    ({ level, own }) => `  <testsuite name="${level}"${counts(own)}>\n${own.map(testCase).join('')}  </testsuite>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="conformance"${counts(results)}>\n${inner.join('')}</testsuites>\n`;
}

function counts(results: readonly Result[]): string {
  const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length;
  const milliseconds = results.reduce((sum, result) => sum + result.milliseconds, 0);
  return ` tests="${results.length}" failures="${count('failed')}" errors="0" skipped="${count('not run')}" time="${seconds(milliseconds)}"`;
}

function testCase(result: Result): string {
  const { check, milliseconds } = result;
  const head = `    <testcase classname="conformance.${check.level}" name="${escaped(`${check.id}: ${check.says}`)}" time="${seconds(milliseconds)}"`;
  const inner = ending(result) + notes(result);
  return inner === '' ? `${head}/>\n` : `${head}>\n${inner}    </testcase>\n`;
}

function ending(result: Result): string {
  if (result.outcome === 'passed') return '';
  if (result.outcome === 'not run') return `      <skipped message="${escaped(result.reason)}"/>\n`;
  const { request, expected, seen } = result.fault;
  const message = escaped(`expected ${expected}, seen ${seen}`);
  return `      <failure message="${message}" type="NotConformant">${escaped(`${request}\nexpected: ${expected}\nseen: ${seen}`)}</failure>\n`;
}

function notes({ notes: lines }: Result): string {
  return lines.length === 0 ? '' : `      <system-out>${escaped(lines.join('\n'))}</system-out>\n`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(3);
}

/** Escapes text from the target for XML; characters that XML cannot contain become replacement characters. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
}

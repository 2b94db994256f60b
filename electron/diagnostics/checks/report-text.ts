import type { CheckState } from '#contract/station/diagnostic-findings.ts';
import type { CheckResult } from '#contract/station/diagnostics.ts';
import { factsText, findingTexts } from './fact-text.ts';
import { CHECKS } from './run-checks.ts';

const STATES: Record<CheckState, string> = { ok: 'ok', unknown: 'unknown', warning: 'WARNING', fault: 'FAULT' };
const STATE_WIDTH = 9;
const TITLE_WIDTH = Math.max(...CHECKS.map(({ title }) => title.length)) + 2;
const INDENT = ' '.repeat(STATE_WIDTH);

/** The results as lines of English text: one for each check, then what was found and what to do. */
export function reportLines(results: readonly CheckResult[]): string[] {
  return results.flatMap(({ id, state, facts, findings }) => {
    const title = CHECKS.find((check) => check.id === id)?.title ?? id;
    const summary = factsText(facts);
    return [
      `${STATES[state].padEnd(STATE_WIDTH)}${title.padEnd(TITLE_WIDTH)}${summary}`.trimEnd(),
      ...findings.flatMap((finding) => {
        const { found, todo } = findingTexts(finding);
        return [`${INDENT}- ${found}`, `${INDENT}  What to do: ${todo}`];
      }),
    ];
  });
}

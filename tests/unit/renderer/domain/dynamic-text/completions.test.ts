import { describe, expect, it } from 'vitest';
import type { TextContext } from '#renderer/domain/dynamic-text/text-context.ts';
import { completionsAt, newCodeCompletions } from '#renderer/domain/dynamic-text/completions-at.ts';
import { filterCompletions } from '#renderer/domain/dynamic-text/filter-completions.ts';
import { applyCompletion } from '#renderer/domain/dynamic-text/apply-completion.ts';
import { parseDynamicText } from '#rendering/dynamic-text/parse-dynamic-text.ts';
import { resolveText } from '#rendering/dynamic-text/resolve-text.ts';

const CONTEXT: TextContext = {
  values: {
    moment: { epochMs: Date.UTC(2026, 10, 22, 12), timeZone: 'UTC' },
    variables: new Map([
      ['Batch', 'L7'],
      ['a;b', 'x'],
    ]),
    counters: new Map([['Serial', { value: 7, width: 4, padding: '0' }]]),
    shiftCodes: new Map(),
    row: undefined,
  },
  columns: ['SKU', 'Name'],
};

/** The completions of a text with the caret at the bar. */
function at(marked: string) {
  const caret = marked.indexOf('|');
  const source = marked.replace('|', '');
  const list = completionsAt(source, caret, CONTEXT);
  const found = list ? filterCompletions(list, () => '') : [];
  return { source, list, labels: found.map(({ label }) => label), found };
}

/** The text after the first matching completion was inserted, with bars around the selection. */
function taken(marked: string, label?: string): string {
  const { source, list, found } = at(marked);
  const choice = label === undefined ? found[0] : list?.choices.find((each) => each.label === label);
  if (!list || !choice) throw new Error(`There is nothing to take at ${marked}.`);
  const { text, selection } = applyCompletion(source, list.range, choice);
  const bars = selection.from === selection.to ? '|' : `|${text.slice(selection.from, selection.to)}|`;
  return text.slice(0, selection.from) + bars + text.slice(selection.to);
}

describe('the completions at the caret', () => {
  it('are empty outside of codes, after one, and after an escaped brace', () => {
    expect([at('abc|').list, at('{YEAR}|').list, at('\\{|').list]).toEqual([undefined, undefined, undefined]);
  });

  it('are all codes after an opening brace, those with names first', () => {
    expect(at('a {|').labels.slice(0, 6)).toEqual(['VARIABLE', 'COUNTER', 'SHIFTCODE', 'TABLE', 'TIME', 'IF']);
    expect(at('{TIME;{|').labels).toHaveLength(20);
  });

  it('are filtered by the typed text: prefix matches before other matches', () => {
    expect(at('{week|').labels).toEqual(['WEEK', 'WEEKYEAR', 'WEEKDAY']);
    expect(at('{ye|').labels).toEqual(['YEAR', 'YEAR2', 'DAYOFYEAR', 'WEEKYEAR']);
  });

  it('include codes that match in the language of the page', () => {
    const list = completionsAt('{Jahr', 5, CONTEXT);
    const found = list && filterCompletions(list, ({ label }) => (label === 'YEAR' ? 'Jahr' : ''));
    expect(found?.map(({ label }) => label)).toEqual(['YEAR']);
  });

  it('are the names that a code expects', () => {
    expect([at('{VARIABLE;|').labels, at('{COUNTER;s|').labels, at('{TABLE;|}').labels]).toEqual([
      ['a;b', 'Batch'],
      ['Serial'],
      ['SKU', 'Name'],
    ]);
  });

  it('report a kind of name that does not exist', () => {
    expect(at('{SHIFTCODE;|').list).toMatchObject({ choices: [], lacks: 'shiftCode' });
  });

  it('are the parameters that a number does not have yet', () => {
    expect(at('{YEAR;WIDTH=2;|').labels).toEqual(['PADDING', 'FORMAT']);
    expect(at('{COUNTER;Serial;|').labels).toEqual(['WIDTH', 'PADDING', 'FORMAT']);
  });

  it('are the values of FORMAT, and none within its list', () => {
    expect(at('{MONTH;FORMAT=short|').labels).toEqual(['shortmonth', 'shortweekday']);
    expect(at('{MONTH;FORMAT={A;|').list).toBeUndefined();
  });

  it('are offsets, and units once there is a number', () => {
    expect(at('{TIME;{YEAR};|').labels).toContain('+3months');
    expect(at('{TIME;{YEAR};+1year-18|').labels).toContain('+1year-18months');
    expect(at('{TIME;|').list).toBeUndefined();
  });

  it('are the operators of IF', () => {
    expect(at('{IF;{HOUR};|').labels).toEqual(['=', '<>', '<', '<=', '>', '>=']);
  });

  it('are empty where everything is typed', () => {
    expect([at('{SECOND|}').labels, at('{COUNTER;Serial|}').labels]).toEqual([[], []]);
  });
});

describe('inserting a completion', () => {
  it.each([
    ['closes a code that needs no more', 'in {ye|', undefined, 'in {YEAR}|'],
    ['leaves the brace that is there', '{ye|}', undefined, '{YEAR}|'],
    ['goes on to the name', '{var|', undefined, '{VARIABLE;|'],
    ['keeps the parameters that are there', '{Y|;WIDTH=2}', 'YEAR2', '{YEAR2|;WIDTH=2}'],
    ['closes behind a name', '{VARIABLE;ba| and more', undefined, '{VARIABLE;Batch}| and more'],
    ['takes the place of a whole name in a closed code', '{VARIABLE;B|at} and more', undefined, '{VARIABLE;Batch}| and more'],
    ['leaves a code behind the caret alone', '{VARIABLE;| {YEAR}', 'Batch', '{VARIABLE;Batch}| {YEAR}'],
    ['writes a name so that it is read back', '{VARIABLE;|', 'a;b', '{VARIABLE;a\\;b}|'],
    ['goes on behind a parameter', '{YEAR;wi|', undefined, '{YEAR;WIDTH=|'],
    ['closes behind a format', '{MONTH;FORMAT=shortm|', undefined, '{MONTH;FORMAT=shortmonth}|'],
    ['goes on behind an operator', '{IF;{HOUR};|', '<', '{IF;{HOUR};<;|'],
    ['writes an example of TIME and selects its offset', '{ti|', undefined, '{TIME;{DAYOFMONTH}.{MONTH}.{YEAR};|+3months|}'],
  ])('%s', (...[, marked, label, after]) => {
    expect(taken(marked, label)).toBe(after);
  });

  it('inserts a whole code outside of any code', () => {
    const list = newCodeCompletions('', 2);
    const written = list.choices.map((choice) => applyCompletion('a b', list.range, choice).text);
    expect(written).toContain('a {YEAR}b');
    expect(written).toContain('a {VARIABLE;b');
  });

  it('inserts only examples that can be printed', () => {
    const list = newCodeCompletions('', 0);
    const whole = list.choices.map((choice) => applyCompletion('', list.range, choice).text).filter((text) => text.endsWith('}'));
    expect(whole.map((text) => resolveText(parseDynamicText(text), CONTEXT.values))).not.toContain('');
  });
});

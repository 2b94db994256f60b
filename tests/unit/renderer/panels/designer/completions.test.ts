import { describe, expect, it } from 'vitest';
import type { TextContext } from '#renderer/panels/designer/text-context.ts';
import { completionsAt, newCodeCompletions } from '#renderer/panels/designer/text/completions-at.ts';
import { narrowCompletions } from '#renderer/panels/designer/text/narrow-completions.ts';
import { takeCompletion } from '#renderer/panels/designer/text/take-completion.ts';
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

/** A text whose caret stands at the bar. */
function at(marked: string) {
  const caret = marked.indexOf('|');
  const source = marked.replace('|', '');
  const list = completionsAt(source, caret, CONTEXT);
  const found = list ? narrowCompletions(list, () => '') : [];
  return { source, list, labels: found.map(({ label }) => label), found };
}

/** The text after the first choice that fits was taken, its selection in bars. */
function taken(marked: string, label?: string): string {
  const { source, list, found } = at(marked);
  const choice = label === undefined ? found[0] : list?.choices.find((each) => each.label === label);
  if (!list || !choice) throw new Error(`There is nothing to take at ${marked}.`);
  const { text, selection } = takeCompletion(source, list.range, choice);
  const bars = selection.from === selection.to ? '|' : `|${text.slice(selection.from, selection.to)}|`;
  return text.slice(0, selection.from) + bars + text.slice(selection.to);
}

describe('what can be written at the caret', () => {
  it('is nothing outside of codes, behind one, or behind a brace that is printed', () => {
    expect([at('abc|').list, at('{YEAR}|').list, at('\\{|').list]).toEqual([undefined, undefined, undefined]);
  });

  it('is every code behind an opening brace, those that name things first', () => {
    expect(at('a {|').labels.slice(0, 6)).toEqual(['VARIABLE', 'COUNTER', 'SHIFTCODE', 'TABLE', 'TIME', 'IF']);
    expect(at('{TIME;{|').labels).toHaveLength(20);
  });

  it('narrows with what is typed: what begins with it before what has it within', () => {
    expect(at('{week|').labels).toEqual(['WEEK', 'WEEKYEAR', 'WEEKDAY']);
    expect(at('{ye|').labels).toEqual(['YEAR', 'YEAR2', 'DAYOFYEAR', 'WEEKYEAR']);
  });

  it('finds a code by its words in the language of the page', () => {
    const list = completionsAt('{Jahr', 5, CONTEXT);
    const found = list && narrowCompletions(list, ({ label }) => (label === 'YEAR' ? 'Jahr' : ''));
    expect(found?.map(({ label }) => label)).toEqual(['YEAR']);
  });

  it('is the names of what a code asks for', () => {
    expect([at('{VARIABLE;|').labels, at('{COUNTER;s|').labels, at('{TABLE;|}').labels]).toEqual([
      ['a;b', 'Batch'],
      ['Serial'],
      ['SKU', 'Name'],
    ]);
  });

  it('says what there is none of', () => {
    expect(at('{SHIFTCODE;|').list).toMatchObject({ choices: [], lacks: 'shiftCode' });
  });

  it('is the parameters that a number does not have yet', () => {
    expect(at('{YEAR;WIDTH=2;|').labels).toEqual(['PADDING', 'FORMAT']);
    expect(at('{COUNTER;Serial;|').labels).toEqual(['WIDTH', 'PADDING', 'FORMAT']);
  });

  it('is what FORMAT may be, and nothing in its list', () => {
    expect(at('{MONTH;FORMAT=short|').labels).toEqual(['shortmonth', 'shortweekday']);
    expect(at('{MONTH;FORMAT={A;|').list).toBeUndefined();
  });

  it('is offsets, and their units once there is a number', () => {
    expect(at('{TIME;{YEAR};|').labels).toContain('+3months');
    expect(at('{TIME;{YEAR};+1year-18|').labels).toContain('+1year-18months');
    expect(at('{TIME;|').list).toBeUndefined();
  });

  it('is the operators of IF', () => {
    expect(at('{IF;{HOUR};|').labels).toEqual(['=', '<>', '<', '<=', '>', '>=']);
  });

  it('is nothing where all of it is written', () => {
    expect([at('{SECOND|}').labels, at('{COUNTER;Serial|}').labels]).toEqual([[], []]);
  });
});

describe('taking a choice', () => {
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

  it('writes a whole code where none was begun', () => {
    const list = newCodeCompletions('', 2);
    const written = list.choices.map((choice) => takeCompletion('a b', list.range, choice).text);
    expect(written).toContain('a {YEAR}b');
    expect(written).toContain('a {VARIABLE;b');
  });

  it('writes only examples that can be printed', () => {
    const list = newCodeCompletions('', 0);
    const whole = list.choices.map((choice) => takeCompletion('', list.range, choice).text).filter((text) => text.endsWith('}'));
    expect(whole.map((text) => resolveText(parseDynamicText(text), CONTEXT.values))).not.toContain('');
  });
});

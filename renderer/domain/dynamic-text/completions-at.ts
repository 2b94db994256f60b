import { isNumberCode } from '#rendering/dynamic-text/number-style.ts';
import type { TextContext } from './text-context.ts';
import {
  CODE_NAMES,
  DATE_PARAMETERS,
  DATE_PATTERNS,
  FORMAT_VALUES,
  HOLDING_CODES,
  NAMING_CODES,
  NUMBER_PARAMETERS,
  OFFSET_EXAMPLES,
  OFFSET_UNITS,
  OPERATORS,
  isHoldingCode,
  isNamingCode,
} from './code-catalogue.ts';
import type { CodeName, DateParameter, NameKind, NumberParameter } from './code-catalogue.ts';
import { openCodeAt, parameterAt } from './scan-codes.ts';
import type { TextRange, WrittenCode } from './scan-codes.ts';

/** A completion at the caret. */
export interface Completion {
  kind: 'code' | NameKind | 'parameter' | 'format' | 'pattern' | 'offset' | 'operator';
  /** The text in the list. */
  label: string;
  /** The text that replaces the typed part. */
  insert: string;
  /** The range of `insert` that is selected afterwards; if omitted, the caret moves after it. */
  select?: TextRange;
  /** Whether the code ends with it: the caret then moves after an existing closing brace. */
  isLast?: boolean;
}

/** The completions at a position, and the typed part that they replace. */
export interface CompletionList {
  /** The range that a completion replaces. */
  range: TextRange;
  typed: string;
  choices: Completion[];
  /** The kind of name that is expected but does not exist on the controller. */
  lacks?: NameKind;
}

/** The position of the caret in its code. */
interface CaretPlace {
  source: string;
  code: WrittenCode;
  at: number;
  caret: number;
}

/** The completions at the caret; undefined outside of codes, and where a code accepts any text. */
export function completionsAt(source: string, caret: number, context: TextContext): CompletionList | undefined {
  const code = openCodeAt(source, caret);
  if (!code || code.isList) return undefined;
  const at = parameterAt(code, caret);
  const place = { source, code, at, caret };
  if (at === 0) return listAt(place, codeChoices(place));
  return parameterList(place, context);
}

/** The completions before a code is started: `typed` is the text between the request and the caret. */
export function newCodeCompletions(typed: string, caret: number): CompletionList {
  const choices = CODE_NAMES.map((name): Completion => {
    const choice = openCodeChoice(name);
    const select = choice.select && { from: choice.select.from + 1, to: choice.select.to + 1 };
    return { ...choice, insert: `{${choice.insert}`, ...(select && { select }) };
  });
  return { range: { from: caret - typed.length, to: caret }, typed, choices };
}

function parameterList(place: CaretPlace, context: TextContext): CompletionList | undefined {
  const { source, code, at } = place;
  const name = source.slice(code.parameters[0]?.from, code.parameters[0]?.to);
  if (isNamingCode(name) && at === 1) {
    const kind = NAMING_CODES[name];
    const choices = namesOf(kind, context).map((label) => ending(place, { kind, label, insert: label.replace(/[{};\\]/gu, '\\$&') }));
    return { ...listAt(place, choices), ...(choices.length === 0 && { lacks: kind }) };
  }
  if (isNumberCode(name)) return listAt(place, styleChoices(place));
  if (name === 'TIME' && at >= 2) return listAt(place, timeChoices(place));
  if (name === 'IF' && at === 2) return listAt(place, operatorChoices(place));
  return undefined;
}

/** The text after the caret may not belong to a code that is still open. */
function listAt({ source, code, at, caret }: CaretPlace, choices: Completion[]): CompletionList {
  const parameter = code.parameters[at];
  const from = parameter?.from ?? caret;
  const to = code.end === undefined ? caret : (parameter?.to ?? caret);
  return { range: { from, to }, typed: source.slice(from, caret), choices };
}

function namesOf(kind: NameKind, { values, columns }: TextContext): string[] {
  if (kind === 'column') return [...columns];
  const named = { variable: values.variables, counter: values.counters, shiftCode: values.shiftCodes }[kind];
  return [...(named?.keys() ?? [])].sort((a, b) => a.localeCompare(b));
}

function codeChoices({ code }: CaretPlace): Completion[] {
  if (code.end === undefined) return CODE_NAMES.map(openCodeChoice);
  return CODE_NAMES.map((name): Completion => {
    const needsMore = isNamingCode(name) || isHoldingCode(name);
    const insert = needsMore && code.parameters.length === 1 ? `${name};` : name;
    return { kind: 'code', label: name, insert, isLast: !needsMore };
  });
}

/** A whole code without its opening brace. */
function openCodeChoice(name: CodeName): Completion {
  if (isNamingCode(name)) return { kind: 'code', label: name, insert: `${name};` };
  if (!isHoldingCode(name)) return { kind: 'code', label: name, insert: `${name}}` };
  const { example, first } = HOLDING_CODES[name];
  const from = example.lastIndexOf(first);
  return { kind: 'code', label: name, insert: `${example}}`, select: { from, to: from + first.length } };
}

function styleChoices(place: CaretPlace): Completion[] {
  if (typedIn(place).startsWith('FORMAT=')) {
    return FORMAT_VALUES.map((value) => ending(place, { kind: 'format', label: value, insert: `FORMAT=${value}` }));
  }
  return freeParameters(place, NUMBER_PARAMETERS);
}

/** The text of the parameter before the caret. */
function typedIn({ source, code, at, caret }: CaretPlace): string {
  return source.slice(code.parameters[at]?.from, caret);
}

/** Those of the named parameters that the code does not have yet. */
function freeParameters({ source, code, at }: CaretPlace, keys: readonly (NumberParameter | DateParameter)[]): Completion[] {
  const otherParameters = code.parameters.filter((_, index) => index !== at).map(({ from, to }) => source.slice(from, to));
  const free = keys.filter((key) => !otherParameters.some((other) => other.startsWith(`${key}=`)));
  return free.map((key) => ({ kind: 'parameter', label: key, insert: `${key}=` }));
}

function timeChoices(place: CaretPlace): Completion[] {
  if (typedIn(place).startsWith('PATTERN=')) {
    return DATE_PATTERNS.map((label) => ending(place, { kind: 'pattern', label, insert: `PATTERN=${label}` }));
  }
  return [...(place.at === 2 ? offsetChoices(place) : []), ...freeParameters(place, DATE_PARAMETERS)];
}

function offsetChoices(place: CaretPlace): Completion[] {
  const typed = typedIn(place);
  const [amount] = /^.*[+-]\s*\d+/su.exec(typed) ?? [];
  const offsets = amount === undefined ? OFFSET_EXAMPLES : OFFSET_UNITS.map((unit) => amount + unit);
  return offsets.map((label) => ending(place, { kind: 'offset', label, insert: label }));
}

function operatorChoices({ code, at }: CaretPlace): Completion[] {
  const hasMore = code.parameters.length > at + 1;
  return OPERATORS.map((operator) => ({ kind: 'operator', label: operator, insert: hasMore ? operator : `${operator};` }));
}

/** A completion that may end the code; adds the closing brace if it is missing. */
function ending({ code }: CaretPlace, completion: Completion): Completion {
  return { ...completion, insert: code.end === undefined ? `${completion.insert}}` : completion.insert, isLast: true };
}

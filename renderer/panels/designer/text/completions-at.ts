import { isNumberCode } from '#rendering/dynamic-text/number-style.ts';
import type { TextContext } from '../text-context.ts';
import {
  CODE_NAMES,
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
import type { CodeName, NameKind } from './code-catalogue.ts';
import { openCodeAt, parameterAt } from './code-scan.ts';
import type { TextRange, WrittenCode } from './code-scan.ts';

/** Something that can be written at the caret. */
export interface Completion {
  kind: 'code' | NameKind | 'parameter' | 'format' | 'offset' | 'operator';
  /** What people choose by. */
  label: string;
  /** What is written in place of what is typed of it. */
  insert: string;
  /** What is selected in it afterwards; the caret goes behind it when left out. */
  select?: TextRange;
  /** Whether the code ends with it, so that the caret leaves a closing brace that is there already. */
  isLast?: boolean;
}

/** What can be written at a place, and what is typed of it. */
export interface CompletionList {
  /** The piece of the text that a choice takes the place of. */
  range: TextRange;
  typed: string;
  choices: Completion[];
  /** What the code asks for, where the station has none. */
  lacks?: NameKind;
}

/** Where the caret is in the code that it stands in. */
interface CaretPlace {
  source: string;
  code: WrittenCode;
  at: number;
  caret: number;
}

/** What can be written at the caret of a text; undefined outside of codes, and where a code takes any text. */
export function completionsAt(source: string, caret: number, context: TextContext): CompletionList | undefined {
  const code = openCodeAt(source, caret);
  if (!code || code.isList) return undefined;
  const at = parameterAt(code, caret);
  const place = { source, code, at, caret };
  if (at === 0) return listAt(place, codeChoices(place));
  return parameterList(place, context);
}

/** What can be written where no code is begun yet: `typed` is what has been typed since that was asked for, right before the caret. */
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
  if (name === 'TIME' && at === 2) return listAt(place, offsetChoices(place));
  if (name === 'IF' && at === 2) return listAt(place, operatorChoices(place));
  return undefined;
}

/** While the code is not closed, what stands behind the caret need not belong to it. */
function listAt({ source, code, at, caret }: CaretPlace, choices: Completion[]): CompletionList {
  const parameter = code.parameters[at];
  const from = parameter?.from ?? caret;
  const to = code.end === undefined ? caret : (parameter?.to ?? caret);
  return { range: { from, to }, typed: source.slice(from, caret), choices };
}

function namesOf(kind: NameKind, { values, columns }: TextContext): string[] {
  if (kind === 'column') return [...columns];
  const known = { variable: values.variables, counter: values.counters, shiftCode: values.shiftCodes }[kind];
  return [...(known?.keys() ?? [])].sort((a, b) => a.localeCompare(b));
}

function codeChoices({ code }: CaretPlace): Completion[] {
  if (code.end === undefined) return CODE_NAMES.map(openCodeChoice);
  return CODE_NAMES.map((name): Completion => {
    const needsMore = isNamingCode(name) || isHoldingCode(name);
    const insert = needsMore && code.parameters.length === 1 ? `${name};` : name;
    return { kind: 'code', label: name, insert, isLast: !needsMore };
  });
}

/** A code that is written as a whole, but for the opening brace. */
function openCodeChoice(name: CodeName): Completion {
  if (isNamingCode(name)) return { kind: 'code', label: name, insert: `${name};` };
  if (!isHoldingCode(name)) return { kind: 'code', label: name, insert: `${name}}` };
  const { example, first } = HOLDING_CODES[name];
  const from = example.lastIndexOf(first);
  return { kind: 'code', label: name, insert: `${example}}`, select: { from, to: from + first.length } };
}

function styleChoices(place: CaretPlace): Completion[] {
  const { source, code, at } = place;
  const typed = source.slice(code.parameters[at]?.from, place.caret);
  if (typed.startsWith('FORMAT=')) {
    return FORMAT_VALUES.map((value) => ending(place, { kind: 'format', label: value, insert: `FORMAT=${value}` }));
  }
  const others = code.parameters.filter((_, index) => index !== at).map(({ from, to }) => source.slice(from, to));
  const free = NUMBER_PARAMETERS.filter((key) => !others.some((other) => other.startsWith(`${key}=`)));
  return free.map((key) => ({ kind: 'parameter', label: key, insert: `${key}=` }));
}

function offsetChoices(place: CaretPlace): Completion[] {
  const { source, code, at, caret } = place;
  const typed = source.slice(code.parameters[at]?.from, caret);
  const [begun] = /^.*[+-]\s*\d+/su.exec(typed) ?? [];
  const offsets = begun === undefined ? OFFSET_EXAMPLES : OFFSET_UNITS.map((unit) => begun + unit);
  return offsets.map((label) => ending(place, { kind: 'offset', label, insert: label }));
}

function operatorChoices({ code, at }: CaretPlace): Completion[] {
  const hasMore = code.parameters.length > at + 1;
  return OPERATORS.map((operator) => ({ kind: 'operator', label: operator, insert: hasMore ? operator : `${operator};` }));
}

/** A choice that the code may end with; it is closed where it is not yet. */
function ending({ code }: CaretPlace, completion: Completion): Completion {
  return { ...completion, insert: code.end === undefined ? `${completion.insert}}` : completion.insert, isLast: true };
}

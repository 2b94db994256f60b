import { shorten } from './code-parameter.ts';
import type { CodeParameter } from './code-parameter.ts';
import { isNumericDateCode } from './date-codes.ts';
import { DynamicTextError, literalText } from './dynamic-text.ts';
import type { NumberFormat, NumberStyle } from './dynamic-text.ts';

const LARGEST_WIDTH = 100;
const MAX_DIGITS = 100;
const FORMATS = 'alpha, shortmonth, shortweekday, a list such as {A;B;C} or digits such as #0123456789';

/** The named formats. */
const NAMED_FORMATS: ReadonlyMap<string, NumberFormat> = new Map([
  ['alpha', { kind: 'digits', digits: [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'] }],
  ['shortmonth', { kind: 'words', start: 1, words: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] }],
  ['shortweekday', { kind: 'words', start: 1, words: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] }],
]);

/** Whether the field is a number, so that it accepts WIDTH, PADDING and FORMAT. */
export function isNumberCode(name: string): boolean {
  return name === 'COUNTER' || isNumericDateCode(name);
}

/** Parses WIDTH, PADDING and FORMAT, each at most once. Throws a `DynamicTextError` for anything else. */
export function numberStyle(name: string, parameters: readonly CodeParameter[]): NumberStyle {
  const style: NumberStyle = {};
  for (const parameter of parameters) addStyle(style, name, parameter);
  return style;
}

function addStyle(style: NumberStyle, name: string, { text, position, list }: CodeParameter): void {
  const [, key, value = ''] = /^(WIDTH|PADDING|FORMAT)=(.*)$/su.exec(literalText(text) ?? '') ?? [];
  if (!key) throw new DynamicTextError(position, `${name} has no parameter "${shorten(keyOf(text))}"`);
  if (style[key.toLowerCase() as keyof NumberStyle] !== undefined) throw new DynamicTextError(position, `${name} has ${key} twice`);
  if (key === 'WIDTH') style.width = widthOf(value, position);
  else if (key === 'PADDING') style.padding = paddingOf(value, position);
  else style.format = numberFormat(list ?? value, position);
}

function keyOf(text: CodeParameter['text']): string {
  return (literalText(text) ?? '{...}').split('=', 1).join('');
}

function widthOf(value: string, position: number): number {
  const width = /^\d{1,3}$/u.test(value) ? Number(value) : Infinity;
  if (width > LARGEST_WIDTH) throw new DynamicTextError(position, `WIDTH must be a number from 0 to ${LARGEST_WIDTH}`);
  return width;
}

function paddingOf(value: string, position: number): string {
  if ([...value].length !== 1) throw new DynamicTextError(position, 'PADDING must be one character');
  return value;
}

/** Parses the value of FORMAT: a name, digits, or a list of words. Throws a `DynamicTextError`. */
export function numberFormat(value: string | string[], position: number): NumberFormat {
  if (typeof value !== 'string') return wordsOf(value, position);
  if (value.startsWith('#')) return { kind: 'digits', digits: digitsOf(value.slice(1), position) };
  const named = NAMED_FORMATS.get(value);
  if (!named) throw new DynamicTextError(position, `There is no format "${shorten(value)}"; FORMAT is ${FORMATS}`);
  return named;
}

function digitsOf(text: string, position: number): string[] {
  const digits = [...text];
  if (digits.length < 2 || digits.length > MAX_DIGITS) {
    throw new DynamicTextError(position, `The digits of FORMAT must be 2 to ${MAX_DIGITS} characters, the one for 0 first`);
  }
  const twice = digits.find((digit, index) => digits.indexOf(digit) !== index);
  if (twice) throw new DynamicTextError(position, `The digits of FORMAT contain "${twice}" twice`);
  return digits;
}

function wordsOf([head = '', ...rest]: string[], position: number): NumberFormat {
  if (!head.startsWith('#')) {
    if (head === '' && rest.length === 0) throw new DynamicTextError(position, 'The list of FORMAT is empty');
    return { kind: 'words', start: 1, words: [head, ...rest] };
  }
  if (!/^#-?\d{1,15}$/u.test(head)) {
    throw new DynamicTextError(position, `"${shorten(head)}" is not the start of a list; write it as in {#2020;A;B}`);
  }
  if (rest.length === 0) throw new DynamicTextError(position, 'The list of FORMAT is empty');
  return { kind: 'words', start: Number(head.slice(1)), words: rest };
}

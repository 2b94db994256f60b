import { isNumericDateCode } from './date-codes.ts';
import { DynamicTextError, literalText } from './dynamic-text.ts';
import type { DynamicText, NumberStyle, TextPart } from './dynamic-text.ts';
import { parseOffset } from './offset.ts';

/** More characters than this are refused. */
export const LONGEST_DYNAMIC_TEXT = 20_000;
const DEEPEST_NESTING = 64;
const LARGEST_WIDTH = 100;

/** One parameter of a code and where it begins. */
interface Parameter {
  text: DynamicText;
  position: number;
}

/**
 * Parses a text with codes in braces. A backslash before `{`, `}`, `;` or a backslash makes that character ordinary. Reads every
 * character once; throws nothing but a `DynamicTextError` with the position of the fault.
 */
export function parseDynamicText(source: string): DynamicText {
  if (source.length > LONGEST_DYNAMIC_TEXT) {
    throw new DynamicTextError(LONGEST_DYNAMIC_TEXT, `The text has more than ${LONGEST_DYNAMIC_TEXT} characters`);
  }
  return new Reader(source).readAll();
}

class Reader {
  readonly #source: string;
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
  }

  readAll(): DynamicText {
    const text = this.#readText(false);
    if (this.#at < this.#source.length) {
      throw new DynamicTextError(this.#at, 'There is a closing brace without an opening one; a brace that is printed is written \\}');
    }
    return text;
  }

  /** Reads up to the end, a closing brace, or (inside a code) a semicolon; what ends it is left to the caller. */
  #readText(isInCode: boolean): DynamicText {
    const parts: TextPart[] = [];
    let literal = '';
    for (let char = this.#peek(); char !== '' && char !== '}'; char = this.#peek()) {
      if (char === ';' && isInCode) break;
      if (char === '{') {
        if (literal) parts.push({ kind: 'literal', text: literal });
        literal = '';
        parts.push(this.#readCode());
      } else {
        literal += this.#readCharacter(char);
      }
    }
    if (literal) parts.push({ kind: 'literal', text: literal });
    return { parts };
  }

  #readCharacter(char: string): string {
    this.#at += 1;
    const next = this.#peek();
    if (char !== '\\' || next === '' || !'{};\\'.includes(next)) return char;
    this.#at += 1;
    return next;
  }

  #readCode(): TextPart {
    const position = this.#at;
    if (this.#depth === DEEPEST_NESTING) throw new DynamicTextError(position, `Codes are nested more than ${DEEPEST_NESTING} deep`);
    this.#depth += 1;
    const parameters: Parameter[] = [];
    do {
      this.#at += 1;
      parameters.push({ position: this.#at, text: this.#readText(true) });
    } while (this.#peek() === ';');
    if (this.#peek() !== '}') throw new DynamicTextError(position, 'The code is not closed; a brace that is printed is written \\{');
    this.#at += 1;
    this.#depth -= 1;
    return buildCode(position, parameters);
  }

  #peek(): string {
    return this.#source.charAt(this.#at);
  }
}

function buildCode(position: number, [head, ...parameters]: Parameter[]): TextPart {
  const name = head && literalText(head.text);
  if (!name) throw new DynamicTextError(position, 'The code has no name');
  if (isNumericDateCode(name)) return { kind: 'date', code: name, position, style: numberStyle(name, parameters) };
  switch (name) {
    case 'AMPM':
      refuseMore(name, parameters);
      return { kind: 'date', code: name, position, style: {} };
    case 'VARIABLE':
      refuseMore(name, parameters.slice(1));
      return { kind: 'variable', position, name: literalParameter({ name, position, what: 'the name of a variable' }, parameters[0]) };
    case 'TABLE':
      refuseMore(name, parameters.slice(1));
      return { kind: 'table', position, column: literalParameter({ name, position, what: 'the name of a column' }, parameters[0]) };
    case 'COUNTER': {
      const counter = literalParameter({ name, position, what: 'the name of a counter' }, parameters[0]);
      return { kind: 'counter', position, name: counter, style: numberStyle(name, parameters.slice(1)) };
    }
    case 'TIME':
      return buildTime(position, parameters);
    default:
      throw new DynamicTextError(position, `There is no code {${shorten(name)}}`);
  }
}

function buildTime(position: number, parameters: Parameter[]): TextPart {
  const [inner, offset] = parameters;
  if (!inner) throw new DynamicTextError(position, 'TIME needs a text to show');
  refuseMore('TIME', parameters.slice(2));
  const literal = offset && literalText(offset.text);
  if (literal !== undefined) parseOffset(literal, offset?.position ?? position);
  return { kind: 'time', position, inner: inner.text, offset: offset?.text };
}

function literalParameter(code: { name: string; position: number; what: string }, parameter: Parameter | undefined): string {
  if (!parameter) throw new DynamicTextError(code.position, `${code.name} needs ${code.what}`);
  const text = literalText(parameter.text);
  if (text === undefined) throw new DynamicTextError(parameter.position, `${code.name} needs ${code.what} that holds no codes`);
  if (text === '') throw new DynamicTextError(parameter.position, `${code.name} needs ${code.what}`);
  return text;
}

function numberStyle(name: string, parameters: Parameter[]): NumberStyle {
  const style: NumberStyle = {};
  for (const parameter of parameters) addStyle(style, name, parameter);
  return style;
}

function addStyle(style: NumberStyle, name: string, { text, position }: Parameter): void {
  const literal = literalText(text) ?? '';
  const end = literal.indexOf('=');
  const key = end < 0 ? literal : literal.slice(0, end);
  const value = literal.slice(end + 1);
  if (end < 0 || (key !== 'WIDTH' && key !== 'PADDING')) {
    throw new DynamicTextError(position, `${name} has no parameter "${shorten(key)}"`);
  }
  if ((key === 'WIDTH' ? style.width : style.padding) !== undefined) throw new DynamicTextError(position, `${name} has ${key} twice`);
  if (key === 'WIDTH') style.width = widthOf(value, position);
  else style.padding = paddingOf(value, position);
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

function refuseMore(name: string, parameters: Parameter[]): void {
  const [extra] = parameters;
  if (extra) throw new DynamicTextError(extra.position, `${name} has no parameter "${shorten(literalText(extra.text) ?? '{...}')}"`);
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length > 40 ? `${characters.slice(0, 40).join('')}...` : text;
}

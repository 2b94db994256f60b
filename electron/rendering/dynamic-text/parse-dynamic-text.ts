import { literalParameter, refuseMore, shorten } from './code-parameter.ts';
import type { CodeParameter } from './code-parameter.ts';
import { IF_OPERATORS, isIfOperator } from './if-operator.ts';
import { isNumericDateCode } from './date-codes.ts';
import { DynamicTextError, literalText } from './dynamic-text.ts';
import type { DynamicText, NumberFormat, TextPart, TimePart } from './dynamic-text.ts';
import { isNumberCode, numberFormat, numberStyle } from './number-style.ts';
import { parseOffset } from './offset.ts';
import { parseDatePattern } from './written-date.ts';

/** Maximum length of a text in characters. */
export const LONGEST_DYNAMIC_TEXT = 20_000;
const DEEPEST_NESTING = 64;
const FORMAT_KEY = 'FORMAT=';

/**
 * Parses a text with fields in braces, or the given range of it. A backslash makes a following `{`, `}`, `;` or backslash literal. Linear
 * time. Throws only a `DynamicTextError` with the position of the fault.
 */
export function parseDynamicText(source: string, range = { from: 0, to: source.length }): DynamicText {
  if (source.length > LONGEST_DYNAMIC_TEXT) {
    throw new DynamicTextError(LONGEST_DYNAMIC_TEXT, `The text has more than ${LONGEST_DYNAMIC_TEXT} characters`);
  }
  return new Reader(source, range).readAll();
}

/** Parses the value of `FORMAT=`, such as `alpha` or `{A;B;C}`. Throws a `DynamicTextError`. */
export function parseNumberFormat(source: string): NumberFormat {
  return new Reader(source, { from: 0, to: source.length }).readFormat();
}

/** As `parseDynamicText`, but returns undefined instead of throwing. */
export function tryParseDynamicText(source: string): DynamicText | undefined {
  try {
    return parseDynamicText(source);
  } catch (error) {
    if (error instanceof DynamicTextError) return undefined;
    throw error;
  }
}

class Reader {
  readonly #source: string;
  readonly #end: number;
  #at: number;
  #depth = 0;

  constructor(source: string, { from, to }: { from: number; to: number }) {
    this.#source = source;
    this.#at = from;
    this.#end = to;
  }

  readAll(): DynamicText {
    const text = this.#readText(false);
    if (this.#at < this.#end) {
      throw new DynamicTextError(this.#at, 'There is a closing brace without an opening one; write \\} for a literal brace');
    }
    return text;
  }

  readFormat(): NumberFormat {
    const isList = this.#peek() === '{';
    const format = numberFormat(isList ? this.#readList() : (literalText(this.#readText(false)) ?? '{...}'), 0);
    if (this.#at < this.#end) throw new DynamicTextError(this.#at, 'Nothing may follow a format');
    return format;
  }

  /** Reads up to the end, a closing brace, or (inside a field) a semicolon, which it does not consume. */
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
    const parameters: CodeParameter[] = [];
    do {
      this.#at += 1;
      parameters.push(this.#readParameter(parameters[0]));
    } while (this.#peek() === ';');
    if (this.#peek() !== '}') throw new DynamicTextError(position, 'The code is not closed; write \\{ for a literal brace');
    this.#at += 1;
    this.#depth -= 1;
    return buildCode(position, parameters);
  }

  /** Only number fields have lists; elsewhere a brace after `FORMAT=` opens a field. */
  #readParameter(head: CodeParameter | undefined): CodeParameter {
    const position = this.#at;
    const isList = this.#source.startsWith(`${FORMAT_KEY}{`, position) && isNumberCode((head && literalText(head.text)) ?? '');
    if (!isList) return { position, text: this.#readText(true) };
    this.#at += FORMAT_KEY.length;
    return { position, text: { parts: [{ kind: 'literal', text: FORMAT_KEY }] }, list: this.#readList() };
  }

  /** Reads `{A;B;C}`, whose words contain no fields. */
  #readList(): string[] {
    const position = this.#at;
    const words: string[] = [];
    do {
      this.#at += 1;
      words.push(this.#readWord());
    } while (this.#peek() === ';');
    if (this.#peek() === '{') throw new DynamicTextError(this.#at, 'A list cannot contain codes; write \\{ for a literal brace');
    if (this.#peek() !== '}') throw new DynamicTextError(position, 'The list is not closed; write \\{ for a literal brace');
    this.#at += 1;
    if (!'};'.includes(this.#peek())) throw new DynamicTextError(this.#at, 'Nothing may follow the list of FORMAT');
    return words;
  }

  #readWord(): string {
    let word = '';
    for (let char = this.#peek(); char !== '' && !'{};'.includes(char); char = this.#peek()) word += this.#readCharacter(char);
    return word;
  }

  #peek(): string {
    return this.#at < this.#end ? this.#source.charAt(this.#at) : '';
  }
}

function buildCode(position: number, [head, ...parameters]: CodeParameter[]): TextPart {
  const name = head && literalText(head.text);
  if (!name) throw new DynamicTextError(position, 'The code has no name');
  if (isNumericDateCode(name)) return { kind: 'date', code: name, position, style: numberStyle(name, parameters) };
  switch (name) {
    case 'AMPM':
      refuseMore(name, parameters);
      return { kind: 'date', code: name, position, style: {} };
    case 'VARIABLE':
      refuseMore(name, parameters.slice(1));
      return { kind: 'variable', position, name: storedName({ name, position, what: 'the name of a variable' }, parameters[0]) };
    case 'SHIFTCODE':
      refuseMore(name, parameters.slice(1));
      return { kind: 'shiftCode', position, name: storedName({ name, position, what: 'the name of a shift code' }, parameters[0]) };
    case 'TABLE':
      refuseMore(name, parameters.slice(1));
      return { kind: 'table', position, column: literalParameter({ name, position, what: 'the name of a column' }, parameters[0]) };
    case 'COUNTER': {
      const counter = storedName({ name, position, what: 'the name of a counter' }, parameters[0]);
      return { kind: 'counter', position, name: counter, style: numberStyle(name, parameters.slice(1)) };
    }
    case 'TIME':
      return buildTime(position, parameters);
    case 'IF':
      return buildIf(position, parameters);
    default:
      throw new DynamicTextError(position, `There is no code {${shorten(name)}}`);
  }
}

/** Normalizes a name to NFC, the form in which names are stored and compared. Column names are data and are not normalized. */
function storedName(...parameter: Parameters<typeof literalParameter>): string {
  return literalParameter(...parameter).normalize('NFC');
}

/** The parameters of TIME after its text: an offset, and the date that it starts from. */
const FROM_KEY = 'FROM=';
const PATTERN_KEY = 'PATTERN=';

function buildTime(position: number, [inner, ...parameters]: CodeParameter[]): TextPart {
  if (!inner) throw new DynamicTextError(position, 'TIME needs a text to show');
  const time: TimePart = { kind: 'time', position, inner: inner.text, offset: undefined, from: undefined, pattern: undefined };
  for (const [index, parameter] of parameters.entries()) addTimeParameter(time, parameter, index);
  if (time.pattern && !time.from) throw new DynamicTextError(position, 'PATTERN needs a date to read, as in FROM={TABLE;Best before}');
  return time;
}

function addTimeParameter(time: TimePart, parameter: CodeParameter, index: number): void {
  const { text, position } = parameter;
  const literal = literalText(text);
  const from = withoutPrefix(text, FROM_KEY);
  if (from) {
    if (time.from) throw new DynamicTextError(position, 'TIME has FROM twice');
    time.from = from;
  } else if (literal?.startsWith(PATTERN_KEY)) {
    if (time.pattern) throw new DynamicTextError(position, 'TIME has PATTERN twice');
    time.pattern = parseDatePattern(literal.slice(PATTERN_KEY.length), position);
  } else if (index > 0) refuseMore('TIME', [parameter]);
  else {
    if (literal !== undefined) parseOffset(literal, position);
    time.offset = text;
  }
}

/** The text after its beginning `prefix`; undefined if it begins otherwise. */
function withoutPrefix({ parts: [head, ...rest] }: DynamicText, prefix: string): DynamicText | undefined {
  if (head?.kind !== 'literal' || !head.text.startsWith(prefix)) return undefined;
  const text = head.text.slice(prefix.length);
  return { parts: text === '' ? rest : [{ kind: 'literal', text }, ...rest] };
}

function buildIf(position: number, parameters: CodeParameter[]): TextPart {
  const [left, operator, right, then, otherwise] = parameters;
  if (!left || !operator || !right || !then || !otherwise) {
    throw new DynamicTextError(position, 'IF is written {IF;a;=;b;then;else}: two values with an operator between them, and two texts');
  }
  refuseMore('IF', parameters.slice(5));
  const written = literalText(operator.text);
  if (written === undefined || !isIfOperator(written)) {
    const what = shorten(written ?? '{...}');
    throw new DynamicTextError(operator.position, `IF has no operator "${what}"; there are ${IF_OPERATORS.join(' ')}`);
  }
  return { kind: 'if', position, left: left.text, operator: written, right: right.text, then: then.text, else: otherwise.text };
}

import { isExactNumber } from '#contract/is-exact-number.ts';

/** A position in a text; line and column count from 1. */
export interface TextPosition {
  line: number;
  column: number;
}

/** The kind of a fault, or the token that is missing. */
export type JsonFaultKind =
  | 'empty'
  | 'expectedValue'
  | 'expectedName'
  | 'expectedColon'
  | 'expectedCommaOrBracket'
  | 'expectedCommaOrBrace'
  | 'stringOpen'
  | 'controlCharacter'
  | 'escape'
  | 'number'
  | 'lostNumber'
  | 'duplicateName'
  | 'depth'
  | 'trailing';

/** The first position at which a text is not valid JSON. */
export interface JsonFault {
  kind: JsonFaultKind;
  offset: number;
}

/** From the first character of a value to after its last. */
export interface TextSpan {
  start: number;
  end: number;
}

export interface JsonText {
  /** The position of the value of each JSON pointer; '' is the whole document. */
  places: ReadonlyMap<string, TextSpan>;
  fault: JsonFault | undefined;
}

/** Controllers reject deeper documents too. */
const MAX_DEPTH = 64;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERAL = /true|false|null/y;
const WORD = /[^\s,:[\]{}"]+/y;
const SPACE = /[ \t\r\n]*/y;
const ESCAPE = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y;

class Fault extends Error {
  readonly fault: JsonFault;
  constructor(fault: JsonFault) {
    super(fault.kind);
    this.fault = fault;
  }
}

/** Parses a text as JSON and records the position of each value. If the text has a fault, the positions before the fault are returned. */
export function readJsonText(text: string): JsonText {
  const reader = new Reader(text);
  try {
    reader.document();
  } catch (error) {
    if (error instanceof Fault) return { places: reader.places, fault: error.fault };
    throw error;
  }
  return { places: reader.places, fault: undefined };
}

class Reader {
  readonly places = new Map<string, TextSpan>();
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  document(): void {
    this.space();
    if (this.at === this.text.length) this.fail('empty', 0);
    this.value('', 0);
    this.space();
    if (this.at < this.text.length) this.fail('trailing');
  }

  private value(pointer: string, depth: number): void {
    if (depth > MAX_DEPTH) this.fail('depth');
    const start = this.at;
    const next = this.text[this.at];
    if (next === '{') this.object(pointer, depth);
    else if (next === '[') this.array(pointer, depth);
    else if (next === '"') this.string();
    else this.scalar();
    this.places.set(pointer, { start, end: this.at });
  }

  private scalar(): void {
    const start = this.at;
    const kind = /[-+.\d]/.test(this.text[start] ?? '') ? 'number' : 'expectedValue';
    const number = this.take(LITERAL) === undefined ? this.take(NUMBER) : '';
    if (number === undefined || this.take(WORD) !== undefined) this.fail(kind, start);
    if (!isExactNumber(number)) this.fail('lostNumber', start);
  }

  private array(pointer: string, depth: number): void {
    this.at += 1;
    this.space();
    if (this.accept(']')) return;
    for (let index = 0; ; index += 1) {
      this.space();
      this.value(`${pointer}/${index}`, depth + 1);
      this.space();
      if (this.accept(']')) return;
      this.require(',', 'expectedCommaOrBracket');
    }
  }

  private object(pointer: string, depth: number): void {
    this.at += 1;
    this.space();
    if (this.accept('}')) return;
    const keys = new Set<string>();
    for (;;) {
      this.space();
      this.member({ pointer, depth, keys });
      this.space();
      if (this.accept('}')) return;
      this.require(',', 'expectedCommaOrBrace');
    }
  }

  private member({ pointer, depth, keys }: { pointer: string; depth: number; keys: Set<string> }): void {
    const start = this.at;
    if (this.text[this.at] !== '"') this.fail('expectedName', start);
    const key = this.string();
    if (keys.has(key)) this.fail('duplicateName', start);
    keys.add(key);
    this.space();
    this.require(':', 'expectedColon');
    this.space();
    this.value(`${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, depth + 1);
  }

  private string(): string {
    const start = this.at;
    this.at += 1;
    for (;;) {
      const next = this.text[this.at];
      if (next === undefined) this.fail('stringOpen', start);
      if (next === '"') break;
      if (next === '\n' || next === '\r') this.fail('stringOpen', start);
      if (next < ' ') this.fail('controlCharacter');
      this.at += 1;
      if (next === '\\' && this.take(ESCAPE) === undefined) this.fail('escape', this.at - 1);
    }
    this.at += 1;
    return JSON.parse(this.text.slice(start, this.at)) as string;
  }

  private space(): void {
    this.take(SPACE);
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private accept(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  private require(character: string, otherwise: JsonFaultKind): void {
    if (!this.accept(character)) this.fail(otherwise);
  }

  private fail(kind: JsonFaultKind, offset = this.at): never {
    throw new Fault({ kind, offset });
  }
}

/**
 * The position of a JSON pointer's value. If the value does not exist (a missing key), the nearest enclosing position; undefined only if
 * there is no position at all.
 */
export function findPlace(places: ReadonlyMap<string, TextSpan>, pointer: string): TextSpan | undefined {
  for (let rest = pointer; ; rest = rest.slice(0, rest.lastIndexOf('/'))) {
    const place = places.get(rest);
    if (place || rest === '') return place;
    if (!rest.includes('/')) return places.get('');
  }
}

/** The line and column of an offset. */
export function positionAt(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
}

import type { LabelObject } from '#contract/api-v3/label.ts';
import { shorten } from '../dynamic-text/code-parameter.ts';
import { DynamicTextError } from '../dynamic-text/dynamic-text.ts';
import type { DynamicText, TextPart } from '../dynamic-text/dynamic-text.ts';
import { LONGEST_DYNAMIC_TEXT, parseDynamicText } from '../dynamic-text/parse-dynamic-text.ts';

/** The notation of styles in a text. */
export type MarkupFormat = 'SIMPLE' | 'ADVANCED';

/** The markup of an object's text; undefined without styles. */
export function markupFormat(object: LabelObject): MarkupFormat | undefined {
  if (object.type !== 'Text' || object.styleFormat === 'NONE') return undefined;
  return object.styleFormat;
}

/** What a style of ADVANCED may set. */
export const STYLE_KEYS = ['color', 'font-family', 'font-style', 'font-height'] as const;
/** A key of a style. */
export type StyleKey = (typeof STYLE_KEYS)[number];

/** A value of a style and its position. */
export interface StyleValue {
  text: DynamicText;
  position: number;
}

/** The settings of one style; `*` of SIMPLE sets only bold. */
export type TextStyle = Partial<Record<StyleKey | 'bold', StyleValue>>;

/** A part of a text with styles. */
export type MarkupToken =
  | { kind: 'text'; text: DynamicText }
  | { kind: 'begin'; style: TextStyle; position: number }
  | { kind: 'end'; position: number };

/** Characters that a backslash makes literal, in addition to those of any dynamic text. */
const MARKS = { SIMPLE: '*', ADVANCED: '[]"' } as const satisfies Record<MarkupFormat, string>;
const WRITTEN = 'Write a style as [key="value"], and \\[ for a literal bracket';
const SPACES = ' \t\r\n';

/**
 * Splits a text with styles into tokens. Dynamic fields are skipped as a whole, so their parameters and values are never taken for styles.
 * Linear time. Throws only a `DynamicTextError` with the position of the fault.
 */
export function readMarkup(source: string, format: MarkupFormat): MarkupToken[] {
  if (source.length > LONGEST_DYNAMIC_TEXT) {
    throw new DynamicTextError(LONGEST_DYNAMIC_TEXT, `The text has more than ${LONGEST_DYNAMIC_TEXT} characters`);
  }
  return new MarkupReader(source, format).readAll();
}

class MarkupReader {
  readonly #source: string;
  readonly #format: MarkupFormat;
  readonly #tokens: MarkupToken[] = [];
  #isBold = false;
  #at = 0;

  constructor(source: string, format: MarkupFormat) {
    this.#source = source;
    this.#format = format;
  }

  readAll(): MarkupToken[] {
    while (this.#at < this.#source.length) {
      const text = this.#readText(this.#format === 'SIMPLE' ? '*' : '[]');
      if (text.parts.length > 0) this.#tokens.push({ kind: 'text', text });
      if (this.#at < this.#source.length) this.#readMark();
    }
    return this.#tokens;
  }

  /** Reads up to a character of `until` that is neither escaped nor inside a field. */
  #readText(until: string): DynamicText {
    const parts: TextPart[] = [];
    let from = this.#at;
    const take = (to: number): void => {
      if (to > from) parts.push(...parseDynamicText(this.#source, { from, to }).parts);
    };
    while (this.#at < this.#source.length && !until.includes(this.#peek())) {
      const next = this.#source.charAt(this.#at + 1);
      if (this.#peek() === '{') {
        this.#skipCode();
      } else if (this.#peek() === '\\' && next !== '' && MARKS[this.#format].includes(next)) {
        take(this.#at);
        from = this.#at + 1;
        this.#at += 2;
      } else {
        this.#skipCharacter();
      }
    }
    take(this.#at);
    return { parts };
  }

  #skipCode(): void {
    let depth = 0;
    do {
      if (this.#peek() === '{') depth += 1;
      else if (this.#peek() === '}') depth -= 1;
      this.#skipCharacter();
    } while (depth > 0 && this.#at < this.#source.length);
  }

  #skipCharacter(): void {
    const next = this.#source.charAt(this.#at + 1);
    this.#at += this.#peek() === '\\' && next !== '' && '{};\\'.includes(next) ? 2 : 1;
  }

  #readMark(): void {
    const position = this.#at;
    if (this.#peek() === '*') {
      this.#at += 1;
      this.#isBold = !this.#isBold;
      const bold = { text: { parts: [] }, position };
      this.#tokens.push(this.#isBold ? { kind: 'begin', style: { bold }, position } : { kind: 'end', position });
    } else if (this.#peek() === '[') {
      this.#readBracket(position);
    } else {
      throw new DynamicTextError(position, 'There is a closing bracket without an opening one; write \\] for a literal bracket');
    }
  }

  #readBracket(position: number): void {
    this.#at += 1;
    if (this.#peek() === ']') {
      this.#at += 1;
      this.#tokens.push({ kind: 'end', position });
      return;
    }
    const style: TextStyle = {};
    for (this.#skipSpaces(); this.#peek() !== ']'; this.#skipSpaces()) this.#readPair(style, position);
    if (Object.keys(style).length === 0)
      throw new DynamicTextError(position, 'The style sets nothing; end a style with [] without a space');
    this.#at += 1;
    this.#tokens.push({ kind: 'begin', style, position });
  }

  #readPair(style: TextStyle, bracket: number): void {
    const position = this.#at;
    while (/[a-z-]/iu.test(this.#peek())) this.#at += 1;
    const name = this.#source.slice(position, this.#at);
    const key = STYLE_KEYS.find((each) => each === name);
    if (this.#at === this.#source.length) {
      throw new DynamicTextError(bracket, 'The bracket is not closed; write \\[ for a literal bracket');
    }
    if (!key)
      throw new DynamicTextError(position, name ? `There is no style "${shorten(name)}"; there are ${STYLE_KEYS.join(', ')}` : WRITTEN);
    if (style[key]) throw new DynamicTextError(position, `The style has ${key} twice`);
    if (!this.#source.startsWith('="', this.#at)) throw new DynamicTextError(this.#at, `Write ${key} as ${key}="..."`);
    this.#at += 2;
    style[key] = { position: this.#at, text: this.#readText('"') };
    if (this.#at === this.#source.length) throw new DynamicTextError(position, `The value of ${key} does not end with "`);
    this.#at += 1;
  }

  #skipSpaces(): void {
    while (this.#at < this.#source.length && SPACES.includes(this.#peek())) this.#at += 1;
  }

  #peek(): string {
    return this.#source.charAt(this.#at);
  }
}

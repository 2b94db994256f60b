import { shorten } from '../dynamic-text/code-parameter.ts';
import { DynamicTextError } from '../dynamic-text/dynamic-text.ts';
import type { DynamicText, TextPart } from '../dynamic-text/dynamic-text.ts';
import { LONGEST_DYNAMIC_TEXT, parseDynamicText } from '../dynamic-text/parse-dynamic-text.ts';

/** How the styles of a text are written. */
export type MarkupFormat = 'SIMPLE' | 'ADVANCED';

/** What a style of ADVANCED may set. */
export const STYLE_KEYS = ['color', 'font-family', 'font-style', 'font-height'] as const;
export type StyleKey = (typeof STYLE_KEYS)[number];

/** A value of a style, and where it begins. */
export interface StyleValue {
  text: DynamicText;
  position: number;
}

/** A style, innermost of those around a text; `*` of SIMPLE sets nothing but bold. */
export type TextStyle = Partial<Record<StyleKey | 'bold', StyleValue>>;

/** A piece of a text with styles. */
export type MarkupToken =
  { kind: 'text'; text: DynamicText } | { kind: 'begin'; style: TextStyle; position: number } | { kind: 'end'; position: number };

/** The characters that a backslash makes ordinary, beside those that it makes ordinary in every text. */
const MARKS = { SIMPLE: '*', ADVANCED: '[]"' } as const satisfies Record<MarkupFormat, string>;
const WRITTEN = 'A style is written [key="value"]; a bracket that is printed is written \\[';
const SPACES = ' \t\r\n';

/**
 * Takes a text with styles apart. Codes are passed over whole, so that neither their parameters nor their values can be taken for styles.
 * Reads every character a fixed number of times; throws nothing but a `DynamicTextError` with the position of the fault.
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

  /** Reads up to one of the characters of `until` that is ordinary neither by a backslash nor inside a code. */
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
      throw new DynamicTextError(position, 'There is a closing bracket without an opening one; a bracket that is printed is written \\]');
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
      throw new DynamicTextError(position, 'The style sets nothing; a style ends with [] without a space');
    this.#at += 1;
    this.#tokens.push({ kind: 'begin', style, position });
  }

  #readPair(style: TextStyle, bracket: number): void {
    const position = this.#at;
    while (/[a-z-]/iu.test(this.#peek())) this.#at += 1;
    const name = this.#source.slice(position, this.#at);
    const key = STYLE_KEYS.find((each) => each === name);
    if (this.#at === this.#source.length) {
      throw new DynamicTextError(bracket, 'The bracket is not closed; a bracket that is printed is written \\[');
    }
    if (!key)
      throw new DynamicTextError(position, name ? `There is no style "${shorten(name)}"; there are ${STYLE_KEYS.join(', ')}` : WRITTEN);
    if (style[key]) throw new DynamicTextError(position, `The style has ${key} twice`);
    if (!this.#source.startsWith('="', this.#at)) throw new DynamicTextError(this.#at, `${key} is written ${key}="..."`);
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

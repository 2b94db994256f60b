/** Where a text stops being JSON; lines and columns from 1. */
export interface JsonFault {
  line: number;
  column: number;
  /** The unexpected character, quoted for a message. */
  found: string;
}

/**
 * Finds the first character that JSON does not allow (RFC 8259). V8's own message has a position only for some faults. Recursive: check the
 * depth of the text first.
 */
export function findJsonFault(text: string): JsonFault {
  const cursor = new JsonCursor(text);
  const isComplete = cursor.value() && (cursor.skipBlanks(), cursor.at === text.length);
  if (isComplete) throw new Error('the text is JSON');
  const before = text.slice(0, cursor.at).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1, found: describe(text, cursor.at) };
}

function describe(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? 'the end of the body' : JSON.stringify(String.fromCodePoint(code));
}

/** Parses as far as the text is JSON. Each method returns whether it succeeded; after a failure `at` is the index of the fault. */
class JsonCursor {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The index that parsing has reached. */
  get at(): number {
    return this.#at;
  }

  skipBlanks(): void {
    this.#skip(/[ \t\n\r]*/y);
  }

  value(): boolean {
    this.skipBlanks();
    const first = this.#text[this.#at];
    if (first === '{') return this.#items('}', () => this.#member());
    if (first === '[') return this.#items(']', () => this.value());
    if (first === '"') return this.#string();
    return this.#skip(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y);
  }

  #items(end: string, item: () => boolean): boolean {
    this.#at += 1;
    this.skipBlanks();
    if (this.#accept(end)) return true;
    for (;;) {
      if (!item()) return false;
      this.skipBlanks();
      if (this.#accept(end)) return true;
      if (!this.#accept(',')) return false;
    }
  }

  #member(): boolean {
    this.skipBlanks();
    if (this.#text[this.#at] !== '"' || !this.#string()) return false;
    this.skipBlanks();
    return this.#accept(':') && this.value();
  }

  #string(): boolean {
    this.#at += 1;
    for (;;) {
      this.#skip(/[^"\\\u0000-\u001f]+/y);
      if (this.#accept('"')) return true;
      if (!this.#skip(/\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y)) return false;
    }
  }

  #accept(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (!match) return false;
    this.#at += match[0].length;
    return true;
  }
}

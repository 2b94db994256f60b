/** Where a text stops being JSON; lines and columns from 1. */
export interface JsonFault {
  line: number;
  column: number;
  /** What stands there, ready for a sentence. */
  found: string;
}

/**
 * Finds the first character that JSON does not allow. The engine's own message names a position only for some faults. Recursive:
 * the depth of the text must have been checked before.
 */
export function findJsonFault(text: string): JsonFault {
  const cursor = new JsonCursor(text);
  const isComplete = cursor.value() && (cursor.blank(), cursor.at === text.length);
  if (isComplete) throw new Error('the text is JSON');
  const before = text.slice(0, cursor.at).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1, found: describe(text, cursor.at) };
}

function describe(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? 'the end of the body' : JSON.stringify(String.fromCodePoint(code));
}

/** Walks as far as the text is JSON. Each step says whether it succeeded; after a failure `at` stands on the fault. */
class JsonCursor {
  at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  blank(): void {
    this.skip(/[ \t\n\r]*/y);
  }

  value(): boolean {
    this.blank();
    const sign = this.text[this.at];
    if (sign === '{') return this.list('}', () => this.member());
    if (sign === '[') return this.list(']', () => this.value());
    if (sign === '"') return this.string();
    return this.skip(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y);
  }

  private list(end: string, item: () => boolean): boolean {
    this.at += 1;
    this.blank();
    if (this.sign(end)) return true;
    for (;;) {
      if (!item()) return false;
      this.blank();
      if (this.sign(end)) return true;
      if (!this.sign(',')) return false;
    }
  }

  private member(): boolean {
    this.blank();
    if (this.text[this.at] !== '"' || !this.string()) return false;
    this.blank();
    return this.sign(':') && this.value();
  }

  private string(): boolean {
    this.at += 1;
    for (;;) {
      this.skip(/[^"\\\u0000-\u001f]+/y);
      if (this.sign('"')) return true;
      if (!this.skip(/\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y)) return false;
    }
  }

  private sign(sign: string): boolean {
    if (this.text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }

  private skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (!match) return false;
    this.at += match[0].length;
    return true;
  }
}

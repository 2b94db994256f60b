import type { ReaderConnection } from '#contract/api-v3/reader.ts';
import { TimeLimitedScript } from '../platform/time-limited-script.ts';

/** What one line of a reader says. Without a code it fits the pattern in no way, and is a misread. */
export type Reading =
  | { kind: 'no-read'; line: string }
  | { kind: 'result'; line: string; code: string | undefined; grade?: string | undefined };

/** The longest line, in bytes: 7 089 characters are in no code. */
export const MAX_LINE = 8_192;
/** The most bytes of a line that a pattern is matched against. */
const MAX_MATCHED = 4_096;
const LONGEST_GRADE = 20;

const EXECUTE = `(() => { const match = pattern.exec(line); return match && { ...match.groups }; })()`;

/** A line exceeds its limit: what is connected is no reader, or has other line ends. */
export class EndlessLineError extends Error {
  constructor() {
    super(`a line of more than ${MAX_LINE} bytes came: check the end of the lines`);
  }
}

/** A pattern that cannot be used; the message says why. */
export class ReaderPatternError extends Error {}

const STX = 0x02;
const ETX = 0x03;
const CR = 0x0d;
const LF = 0x0a;

/** Splits what a reader sends into lines. Never holds more than one line. */
export class ReaderLineSplitter {
  readonly #terminator: ReaderConnection['terminator'];
  readonly #line = Buffer.alloc(MAX_LINE);
  #length = 0;
  /** With STX and ETX: whether an STX came. Otherwise every byte belongs to a line. */
  #isWithin: boolean;

  constructor(terminator: ReaderConnection['terminator']) {
    this.#terminator = terminator;
    this.#isWithin = terminator !== 'STX-ETX';
  }

  /** Yields the lines that end in these bytes, without their ends. Empty lines are skipped. Throws an `EndlessLineError`. */
  *push(bytes: Uint8Array): Generator<string> {
    for (const byte of bytes) {
      if (this.#terminator === 'STX-ETX' && byte === STX) this.#restart();
      else if (this.#isWithin && this.#isEnd(byte)) {
        const line = this.#take();
        if (line !== '') yield line;
      } else if (this.#isWithin) this.#append(byte);
    }
  }

  #restart(): void {
    this.#length = 0;
    this.#isWithin = true;
  }

  #isEnd(byte: number): boolean {
    switch (this.#terminator) {
      case 'AUTO':
        return byte === CR || byte === LF;
      case 'CR':
        return byte === CR;
      case 'LF':
        return byte === LF;
      case 'CRLF':
        return byte === LF && this.#line[this.#length - 1] === CR;
      case 'STX-ETX':
        return byte === ETX;
    }
  }

  #append(byte: number): void {
    if (this.#length === MAX_LINE) throw new EndlessLineError();
    this.#line[this.#length] = byte;
    this.#length += 1;
  }

  /** Line feeds before and carriage returns after a line belong to its end: readers send CR LF where one of them is configured. */
  #take(): string {
    const line = this.#line
      .subarray(0, this.#length)
      .toString('utf8')
      .replace(/^[\r\n]+|[\r\n]+$/gu, '');
    this.#length = 0;
    this.#isWithin = this.#terminator !== 'STX-ETX';
    return line;
  }
}

/** Understands the lines of a reader as its configuration says. */
export class ReaderLines {
  readonly #noRead: ReadonlySet<string>;
  readonly #ignored: readonly string[];
  readonly #script: TimeLimitedScript<{ pattern: RegExp; line: string }> | undefined;

  /** Throws a `ReaderPatternError`. */
  constructor({ noReadTexts, ignoredTexts, pattern }: Pick<ReaderConnection, 'noReadTexts' | 'ignoredTexts' | 'pattern'>) {
    this.#noRead = new Set(noReadTexts.map((text) => text.toUpperCase()));
    this.#ignored = ignoredTexts;
    this.#script = pattern === undefined ? undefined : new TimeLimitedScript(EXECUTE, { pattern: compile(pattern), line: '' });
  }

  /** Undefined for a line that is no result. Throws a `ScriptTimeoutError` if the pattern takes too long. */
  read(line: string): Reading | undefined {
    if (this.#ignored.some((beginning) => line.startsWith(beginning))) return undefined;
    if (this.#noRead.has(line.trim().toUpperCase())) return { kind: 'no-read', line };
    if (!this.#script) return { kind: 'result', line, code: line };
    return this.#match(line, this.#script);
  }

  #match(line: string, script: TimeLimitedScript<{ pattern: RegExp; line: string }>): Reading {
    script.context.line = line.slice(0, MAX_MATCHED);
    const groups = script.run() as Record<string, string | undefined> | null;
    const code = groups?.['code'];
    // A no-read text may be a part of the line, such as `17;NOREAD;F`.
    if (code !== undefined && this.#noRead.has(code.trim().toUpperCase())) return { kind: 'no-read', line };
    const grade = groups?.['grade']?.trim().slice(0, LONGEST_GRADE);
    return { kind: 'result', line, code: code === '' ? undefined : code, ...(grade && { grade }) };
  }
}

function compile(pattern: string): RegExp {
  if (!pattern.includes('(?<code>')) throw new ReaderPatternError('the pattern needs a group (?<code>...) for the code');
  try {
    return new RegExp(pattern, 'u');
  } catch (error) {
    throw new ReaderPatternError(`the pattern is no regular expression: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

const CONTROL_CHARACTERS: Readonly<Record<string, string>> = { cr: '\r', lf: '\n', stx: '\x02', etx: '\x03' };

/** The bytes of a trigger text. */
export function triggerBytes(text: string): Buffer {
  return Buffer.from(text.replaceAll(/\{(cr|lf|stx|etx)\}/gu, (_, name: string) => CONTROL_CHARACTERS[name] ?? ''));
}

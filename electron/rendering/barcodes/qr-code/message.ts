import { SymbolError } from '../encoding/symbols.ts';

/** Kinds of characters, by the smallest mode that can encode them; `END` follows the last character. */
export const DIGIT = 0;
export const LETTER = 1;
export const BYTE = 2;
export const END = 3;

/** FNC1 between element strings. */
export const FNC1 = 0x1d;
/** The second of two percent signs: in alphanumeric GS1 data a literal percent sign is doubled, since a single one is FNC1. */
export const SECOND_PERCENT = 0x80;

const MAX_CODES = 7_089;
const PERCENT = 0x25;
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

/** The value of each byte in alphanumeric mode (ISO/IEC 18004, table 5). */
export const LETTER_VALUES = Uint8Array.from({ length: 256 }, (_, byte) => Math.max(0, LETTERS.indexOf(String.fromCharCode(byte))));
LETTER_VALUES[FNC1] = LETTERS.indexOf('%');
LETTER_VALUES[SECOND_PERCENT] = LETTERS.indexOf('%');

const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const value = LETTERS.indexOf(String.fromCharCode(byte));
  if (value < 0) return BYTE;
  return value < 10 ? DIGIT : LETTER;
});
const GS1_KINDS = Uint8Array.from(KINDS);
GS1_KINDS[FNC1] = LETTER;
GS1_KINDS[SECOND_PERCENT] = LETTER;

/** The bytes of a text with look-ahead data for each. The arrays are longer than the message and shared by all messages. */
export interface Message {
  isGs1: boolean;
  /** Whether the bytes are UTF-8 and must be marked as such. */
  isUtf8: boolean;
  length: number;
  codes: Uint8Array;
  kinds: Uint8Array;
  /** Number of consecutive characters of the same kind from this one on. */
  runs: Uint16Array;
  /** Number of consecutive digits and letters from this one on. */
  letterRuns: Uint16Array;
}

const utf8 = new TextEncoder();
const message: Message = {
  isGs1: false,
  isUtf8: false,
  length: 0,
  codes: new Uint8Array(MAX_CODES),
  kinds: new Uint8Array(MAX_CODES + 1),
  runs: new Uint16Array(MAX_CODES + 1),
  letterRuns: new Uint16Array(MAX_CODES + 1),
};

/** Reads a text; the result is valid until the next call. In GS1 data, FNC1 separates the element strings. */
export function readMessage(text: string, isGs1: boolean): Message {
  const { codes } = message;
  message.isGs1 = isGs1;
  message.isUtf8 = false;
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 127) return readUtf8(text);
    codes[length] = code;
    length += 1;
    if (isGs1 && code === PERCENT) {
      codes[length] = SECOND_PERCENT;
      length += 1;
    }
  }
  return measure(length);
}

function readUtf8(text: string): Message {
  const bytes = utf8.encode(text);
  if (bytes.length > MAX_CODES) throw new SymbolError(`QRCode holds at most ${MAX_CODES} bytes, not ${bytes.length}`);
  message.codes.set(bytes);
  message.isUtf8 = true;
  return measure(bytes.length);
}

function measure(length: number): Message {
  if (length > MAX_CODES) throw new SymbolError(`QRCode holds at most ${MAX_CODES} characters, not ${length}`);
  const { codes, kinds, runs, letterRuns } = message;
  const kindOf = message.isGs1 ? GS1_KINDS : KINDS;
  message.length = length;
  let [next, run, letterRun] = [END, 0, 0];
  kinds[length] = END;
  for (let index = length - 1; index >= 0; index -= 1) {
    const kind = kindOf[codes[index] ?? 0] ?? BYTE;
    run = kind === next ? run + 1 : 1;
    letterRun = kind === BYTE ? 0 : letterRun + 1;
    next = kind;
    kinds[index] = kind;
    runs[index] = run;
    letterRuns[index] = letterRun;
  }
  return message;
}

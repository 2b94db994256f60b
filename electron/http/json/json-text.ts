import { ProblemError } from '#contract/problem.ts';
import { endOfString } from './end-of-string.ts';
import { findJsonFault } from './json-fault.ts';
import { findLostNumber } from './lost-number.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Messages show this many digits of a number. */
const SHOWN_DIGITS = 40;

/** The deepest nesting of arrays and objects in a body. */
export const JSON_DEPTH_LIMIT = 64;

/** Parses the bytes of a JSON body like `readJsonText`. */
export function readJson(bytes: Uint8Array): unknown {
  return readJsonText(decode(bytes));
}

/**
 * Parses JSON from outside. Throws `malformed-json` with line and column. Throws `invalid-input` when it is nested too deep or contains
 * what cannot be stored: a `__proto__` key, text that is not valid Unicode, or a number that would lose precision. If a key occurs twice,
 * the last one counts.
 */
export function readJsonText(text: string): unknown {
  if (isDeeperThan(text, JSON_DEPTH_LIMIT)) {
    const detail = `is nested deeper than ${JSON_DEPTH_LIMIT} levels`;
    throw new ProblemError('invalid-input', { detail: `The body ${detail}.`, errors: [{ pointer: '', detail }] });
  }
  const value = parse(text);
  if (MAY_BE_UNSTORABLE.test(text)) refuseUnstorable(value, '');
  refuseLostNumbers(text);
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch (error) {
    throw new ProblemError('malformed-json', { detail: 'The body is not UTF-8.' }, { cause: error });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { line, column, found } = findJsonFault(text);
    const detail = `Line ${line}, column ${column}: ${found} is not expected here.`;
    throw new ProblemError('malformed-json', { detail, errors: [{ pointer: '', detail }] }, { cause: error });
  }
}

const QUOTE = '"'.charCodeAt(0);
const OPENING = new Set(['[', '{'].map((sign) => sign.charCodeAt(0)));
const CLOSING = new Set([']', '}'].map((sign) => sign.charCodeAt(0)));

/** Whether brackets outside strings are nested deeper than `limit`. Not recursive, so no depth can overflow the stack. */
export function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (OPENING.has(code)) {
      depth += 1;
      if (depth > limit) return true;
    } else if (CLOSING.has(code)) depth -= 1;
  }
  return false;
}

/** `__proto__` may be written with escapes; an unpaired surrogate can only be written as an escape. */
const MAY_BE_UNSTORABLE = /__proto__|\\u(?:00(?:5f|70|72|6f|74)|d[89a-f])/i;

function refuseUnstorable(value: unknown, pointer: string): void {
  if (typeof value === 'string' && !value.isWellFormed()) throw unstorable(pointer, 'contains an unpaired surrogate');
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    const below = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (key === '__proto__') throw unstorable(below, 'is a key that is not allowed');
    if (!key.isWellFormed()) throw unstorable(below, 'is a key with an unpaired surrogate');
    refuseUnstorable(child, below);
  }
}

function refuseLostNumbers(text: string): void {
  const lost = findLostNumber(text);
  if (!lost) return;
  const { pointer, written } = lost;
  const shown = written.length > SHOWN_DIGITS ? `${written.slice(0, SHOWN_DIGITS)}…` : written;
  const read = Number(written);
  const fate = Number.isFinite(read) ? `it would become ${read}` : 'it is too large';
  throw unstorable(pointer, `is the number ${shown}, which cannot be stored exactly: ${fate}; write it as text`);
}

function unstorable(pointer: string, detail: string): ProblemError {
  return new ProblemError('invalid-input', { detail: `${pointer} ${detail}.`.trimStart(), errors: [{ pointer, detail }] });
}

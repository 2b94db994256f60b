import { ProblemError } from '#contract/problem.ts';
import { endOfString } from './end-of-string.ts';
import { findJsonFault } from './json-fault.ts';
import { findLostNumber } from './lost-number.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** So much of a number is told in a message. */
const SHOWN_DIGITS = 40;

/** How deep arrays and objects of a body may be nested. */
export const JSON_DEPTH_LIMIT = 64;

/** Reads the bytes of a JSON body, as `readJsonText` does its text. */
export function readJson(bytes: Uint8Array): unknown {
  return readJsonText(decode(bytes));
}

/**
 * Reads JSON that came from outside. Throws `malformed-json` with line and column, `invalid-input` when it is nested too deep or has what no
 * later step could keep: a `__proto__` key, text that has no UTF-8, or a number that would be another one. When a key stands twice, the last one counts.
 */
export function readJsonText(text: string): unknown {
  if (isDeeperThan(text, JSON_DEPTH_LIMIT)) {
    const detail = `is nested deeper than ${JSON_DEPTH_LIMIT} levels`;
    throw new ProblemError('invalid-input', { detail: `The body ${detail}.`, errors: [{ pointer: '', detail }] });
  }
  const value = parse(text);
  if (MAY_BE_UNKEEPABLE.test(text)) refuseUnkeepable(value, '');
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

/** Whether brackets outside strings are nested deeper than `limit`. One pass without recursion, so that no depth can hurt. */
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

/** A `__proto__` key stands in the text as it is, or with escapes; half of a surrogate pair can only be escaped. */
const MAY_BE_UNKEEPABLE = /__proto__|\\u(?:00(?:5f|70|72|6f|74)|d[89a-f])/i;

function refuseUnkeepable(value: unknown, pointer: string): void {
  if (typeof value === 'string' && !value.isWellFormed()) throw unkeepable(pointer, 'has half of a surrogate pair');
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    const below = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (key === '__proto__') throw unkeepable(below, 'is a key that cannot be kept');
    if (!key.isWellFormed()) throw unkeepable(below, 'is a key with half of a surrogate pair');
    refuseUnkeepable(child, below);
  }
}

function refuseLostNumbers(text: string): void {
  const lost = findLostNumber(text);
  if (!lost) return;
  const { pointer, written } = lost;
  const shown = written.length > SHOWN_DIGITS ? `${written.slice(0, SHOWN_DIGITS)}…` : written;
  const read = Number(written);
  const fate = Number.isFinite(read) ? `it would become ${read}` : 'it is too large';
  throw unkeepable(pointer, `is the number ${shown}, which cannot be kept: ${fate}; write it as text`);
}

function unkeepable(pointer: string, detail: string): ProblemError {
  return new ProblemError('invalid-input', { detail: `${pointer} ${detail}.`.trimStart(), errors: [{ pointer, detail }] });
}

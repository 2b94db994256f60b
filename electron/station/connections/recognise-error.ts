import { NUMBER_PARAMETERS } from '#contract/api-v3/make-status-error.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import { STATUS_ERROR_TEXTS, type StatusErrorText } from '#contract/api-v3/status-error-texts.ts';

interface Pattern {
  code: string;
  /** The text before the first parameter. */
  start: string;
  /** The number of characters that are no parameter: of two matches the longer one is meant. */
  size: number;
  pattern: RegExp;
}

/** In characters. No controller of Strobe states a longer error. */
const LONGEST_TEXT = 4_000;

const NUMBERS: ReadonlySet<string> = new Set(NUMBER_PARAMETERS);
/** A text that begins with a parameter would match any text. */
const PATTERNS: readonly Pattern[] = Object.entries<StatusErrorText>(STATUS_ERROR_TEXTS)
  .flatMap(([code, text]) => formsOf(text).map((form) => patternOf(code, form)))
  .filter(({ start }) => start !== '')
  .sort((one, other) => other.size - one.size);

/**
 * The code and parameters of an English text of the catalogue, for controllers that state no codes: those that know only the specification, and
 * earlier versions of Strobe. Undefined for a device's own words.
 */
export function recogniseError(text: string): StatusError | undefined {
  if (text.length > LONGEST_TEXT) return undefined;
  for (const { code, start, pattern } of PATTERNS) {
    const match = text.startsWith(start) ? pattern.exec(text) : null;
    if (match) return { code, parameters: parametersOf(match.groups), text };
  }
  return undefined;
}

function formsOf(text: StatusErrorText): string[] {
  if (typeof text === 'string') return [text];
  return text.one === undefined ? [text.other] : [text.one, text.other];
}

function patternOf(code: string, form: string): Pattern {
  const seen = new Set<string>();
  const source = form
    .split(/(\{\w+\})/)
    .map((part) => (/^\{\w+\}$/.test(part) ? group(part.slice(1, -1), seen) : part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)))
    .join('');
  const [start = ''] = form.split('{', 1);
  return { code, start, size: form.replaceAll(/\{\w+\}/g, '').length, pattern: new RegExp(`^${source}$`, 's') };
}

/** A parameter that is there twice has the same value. */
function group(name: string, seen: Set<string>): string {
  if (seen.has(name)) return `\\k<${name}>`;
  seen.add(name);
  return `(?<${name}>${NUMBERS.has(name) ? String.raw`\d+(?:\.\d+)?` : '.+'})`;
}

function parametersOf(groups: Record<string, string> = {}): StatusError['parameters'] {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, NUMBERS.has(name) ? Number(value) : value]));
}

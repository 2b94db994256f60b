import { daysInMonth } from '../calendar/days.ts';
import { hasCheckDigit } from './check-digit.ts';
import { GS1_IDENTIFIERS } from './gs1-identifiers.ts';

/** An element string: application identifier and value, both resolved. */
export interface Gs1Data {
  id: string;
  value: string;
}

/** A part of an application identifier's value. */
interface ValuePart {
  characters: 'N' | 'X' | 'Y' | 'Z';
  shortest: number;
  longest: number;
  isOptional: boolean;
  rule: string | undefined;
}

const CHARACTER_SETS = {
  N: { test: /^\d*$/u, what: 'digits' },
  X: { test: /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]*$/u, what: 'the characters that GS1 allows' },
  Y: { test: /^[#\-/0-9A-Z]*$/u, what: 'upper case letters, digits, #, - and /' },
  Z: { test: /^[0-9A-Za-z_=-]*$/u, what: 'letters, digits, _, - and =' },
} as const;

/** The first two digits of identifiers whose values have a length that every reader knows: nothing separates them from what follows. */
const KNOWN_LENGTHS = new Set('00 01 02 03 04 11 12 13 14 15 16 17 18 19 20 31 32 33 34 35 36 41'.split(' '));

const RULES: Readonly<Record<string, (text: string) => string | undefined>> = {
  csum: (text) => (hasCheckDigit(text) ? undefined : `has the wrong check digit in ${text}`),
  yymmd0: (text) => dateFault(text, true),
  yymmdd: (text) => dateFault(text, false),
  yyyymmdd: (text) => dateFault(text.slice(2), false),
  hhmi: (text) => clockFault(text.slice(0, 2), 23) ?? clockFault(text.slice(2), 59),
  hh: (text) => clockFault(text, 23),
  mi: (text) => clockFault(text, 59),
  yesno: (text) => (/^[01]$/u.test(text) ? undefined : 'must be 0 or 1'),
  zero: (text) => (text === '0' ? undefined : 'must begin with 0'),
  nonzero: (text) => (/[1-9]/u.test(text) ? undefined : `must not be zero in ${text}`),
  nozeroprefix: (text) => (text.length > 1 && text.startsWith('0') ? 'must not begin with 0' : undefined),
  hyphen: (text) => (text === '-' ? undefined : 'must end with a hyphen or a digit'),
  piece: pieceFault,
};

const identifiers = readIdentifiers();

/** Whether there is such an application identifier. */
export function isGs1Identifier(id: string): boolean {
  return identifiers.has(id);
}

/** Whether a reader needs a separator to see where the value ends. */
export function needsSeparator(id: string): boolean {
  return !KNOWN_LENGTHS.has(id.slice(0, 2));
}

/** What is wrong with an element string, as a sentence; undefined when nothing is. */
export function gs1Fault({ id, value }: Gs1Data): string | undefined {
  const parts = identifiers.get(id);
  if (!parts) return `There is no application identifier (${id})`;
  const fault = lengthFault(parts, value) ?? partsFault(parts, value);
  return fault && `The value "${value}" of (${id}) ${fault}`;
}

/** The most characters that the value of an identifier has; for one that needs no separator it is exactly so many. */
export function gs1Length(id: string): number {
  return identifiers.get(id)?.reduce((sum, part) => sum + part.longest, 0) ?? 0;
}

function lengthFault(parts: readonly ValuePart[], value: string): string | undefined {
  const longest = parts.reduce((sum, part) => sum + part.longest, 0);
  const shortest = parts.reduce((sum, part) => sum + (part.isOptional ? 0 : part.shortest), 0);
  if (value.length >= shortest && value.length <= longest) return undefined;
  const unit = parts.every(({ characters }) => characters === 'N') ? 'digits' : 'characters';
  const range = shortest === longest ? `exactly ${longest}` : `${shortest} to ${longest}`;
  return `must have ${range} ${unit}, not ${value.length}`;
}

function partsFault(parts: readonly ValuePart[], value: string): string | undefined {
  let rest = value;
  for (const part of parts) {
    const text = rest.slice(0, part.longest);
    rest = rest.slice(text.length);
    if (text === '' && part.isOptional) continue;
    const fault = partFault(part, text);
    if (fault) return fault;
  }
  return undefined;
}

function partFault({ characters, shortest, rule }: ValuePart, text: string): string | undefined {
  const { test, what } = CHARACTER_SETS[characters];
  if (!test.test(text)) return `must have ${what} only`;
  if (text.length < shortest) return `is too short at "${text}"`;
  return rule === undefined ? undefined : RULES[rule]?.(text);
}

/** A date YYMMDD; day 00 means the month's last day where `mayLackDay`. */
function dateFault(text: string, mayLackDay: boolean): string | undefined {
  const year = Number(text.slice(0, 2));
  const month = Number(text.slice(2, 4));
  const day = Number(text.slice(4));
  if (month < 1 || month > 12) return `has no month ${text.slice(2, 4)} in the date ${text}`;
  if (day > daysInMonth(2000 + year, month) || (day === 0 && !mayLackDay)) return `has no day ${text.slice(4)} in the date ${text}`;
  return undefined;
}

function clockFault(text: string, largest: number): string | undefined {
  return Number(text) > largest ? `has ${text} where at most ${largest} is possible` : undefined;
}

/** Two digits for the piece and two for how many there are. */
function pieceFault(text: string): string | undefined {
  const piece = Number(text.slice(0, 2));
  const total = Number(text.slice(2));
  return piece > 0 && piece <= total ? undefined : `has no piece ${piece} of ${total}`;
}

function readIdentifiers(): Map<string, readonly ValuePart[]> {
  const read = new Map<string, readonly ValuePart[]>();
  for (const line of GS1_IDENTIFIERS.trim().split('\n')) {
    const [range = '', ...parts] = line.split(' ');
    const [first = '', last = first] = range.split('-');
    const values = parts.map(readPart);
    for (let id = Number(first); id <= Number(last); id += 1) read.set(String(id).padStart(first.length, '0'), values);
  }
  return read;
}

function readPart(text: string): ValuePart {
  const [, characters, shortest, longest = shortest, optional, rule] = /^([NXYZ])(\d+)(?:\.\.(\d+))?(\?)?(?::(\w+))?$/u.exec(text) ?? [];
  return {
    characters: (characters ?? 'X') as ValuePart['characters'],
    shortest: Number(shortest),
    longest: Number(longest),
    isOptional: optional === '?',
    rule,
  };
}

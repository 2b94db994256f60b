import { hasCheckDigit } from '../encoding/check-digit.ts';
import { gs1CheckCharacters } from './check-character-pair.ts';
import { COUNTRY_LETTERS, COUNTRY_NUMBERS, CURRENCY_NUMBERS, PACKAGE_TYPES } from './code-lists.ts';
import { couponFault, offerFault } from './coupons.ts';
import { dateFault } from './gs1-dates.ts';
import type { TextFault } from './gs1-dates.ts';

type Rule = (text: string) => TextFault | undefined;

/** Minimum length of a GS1 company prefix: the digits of the GS1 prefix that every one begins with. */
const SHORTEST_PREFIX = 2;
const LATITUDES = 1_800_000_000;
const LONGITUDES = 3_600_000_000;
const EVERY_COUNTRY = '999';

const RULES: Readonly<Record<string, Rule>> = {
  csum: (text) => (hasCheckDigit(text) ? undefined : { at: text.length - 1, what: `has the wrong check digit in ${text}` }),
  checkPair: checkPairFault,
  prefix: (text) => prefixFault(text, 0),
  prefix2: (text) => prefixFault(text, 1),
  yymmd0: (text) => dateFault(text, 2000 + Number(text.slice(0, 2)), true),
  yymmdd: (text) => dateFault(text, 2000 + Number(text.slice(0, 2)), false),
  yyyymmdd: (text) => dateFault(text, Number(text.slice(0, 4)), false),
  hhmi: (text) => clockFault(text, 0, 23) ?? clockFault(text, 2, 59),
  hh: (text) => clockFault(text, 0, 23),
  mi: (text) => clockFault(text, 0, 59),
  ss: (text) => clockFault(text, 0, 59),
  yesno: oneOf(/^[01]$/u, 'must be 0 or 1'),
  zero: oneOf(/^0$/u, 'must begin with 0'),
  nonzero: oneOf(/[1-9]/u, 'must not be zero'),
  nozeroprefix: oneOf(/^(?:0$|[^0])/u, 'must not begin with 0'),
  hyphen: oneOf(/^-$/u, 'must end with a hyphen or a digit'),
  winding: oneOf(/^[019]$/u, 'must have 0, 1 or 9 for the direction of winding'),
  sex: oneOf(/^[0129]$/u, 'must be 0, 1, 2 or 9'),
  medium: oneOf(/^(?:0[1-9]|10|[89]\d)$/u, 'must be 01 to 10 or 80 to 99'),
  importer: oneOf(/^[-0-9A-Z_a-z]$/u, 'must end with a letter, a digit, a hyphen or _'),
  nondigit: oneOf(/\D/u, 'must contain a character that is not a digit'),
  country: (text) => listFault(COUNTRY_NUMBERS, text, 'country'),
  countries: (text) => (text === EVERY_COUNTRY ? undefined : listFault(COUNTRY_NUMBERS, text, 'country')),
  countryLetters: (text) => listFault(COUNTRY_LETTERS, text, 'country'),
  currency: (text) => listFault(CURRENCY_NUMBERS, text, 'currency'),
  package: (text) => listFault(PACKAGE_TYPES, text, 'type of package'),
  latitude: (text) => atMost(text, LATITUDES),
  longitude: (text) => atMost(text, LONGITUDES),
  escaped: escapeFault,
  piece: pieceFault,
  sequence: sequenceFault,
  iban: ibanFault,
  coupon: couponFault,
  offer: offerFault,
};

/** The fault of a value component according to a rule of the identifier table; undefined if it is valid. */
export function ruleFault(rule: string, text: string): TextFault | undefined {
  const find = RULES[rule];
  if (!find) throw new Error(`The table of identifiers names an unknown rule: ${rule}`);
  return find(text);
}

function oneOf(right: RegExp, what: string): Rule {
  return (text) => (right.test(text) ? undefined : { at: 0, what });
}

function listFault(list: ReadonlySet<string>, text: string, what: string): TextFault | undefined {
  return list.has(text) ? undefined : { at: 0, what: `has ${text}, which is not a valid ${what}` };
}

function clockFault(text: string, at: number, largest: number): TextFault | undefined {
  const number = text.slice(at, at + 2);
  return Number(number) > largest ? { at, what: `has ${number} where at most ${largest} is possible` } : undefined;
}

function atMost(text: string, largest: number): TextFault | undefined {
  return Number(text) > largest ? { at: 0, what: `has ${text} where at most ${largest} is possible` } : undefined;
}

function prefixFault(text: string, at: number): TextFault | undefined {
  const digits = /^\d*/u.exec(text.slice(at))?.[0].length ?? 0;
  if (digits >= SHORTEST_PREFIX) return undefined;
  return { at: at + digits, what: 'must begin with a company prefix' };
}

/** Two digits for the piece number and two for the total. */
function pieceFault(text: string): TextFault | undefined {
  const [piece, total] = [text.slice(0, 2), text.slice(2)];
  return piece > '00' && piece <= total ? undefined : { at: 0, what: `has the invalid piece number ${piece} of ${total}` };
}

/** One digit for the position and one for the total, separated by a slash. */
function sequenceFault(text: string): TextFault | undefined {
  const [, place = '', total = ''] = /^([1-9])\/([1-9])$/u.exec(text) ?? [];
  if (place === '') return { at: 0, what: 'must be a position and a total such as 1/2' };
  return place <= total ? undefined : { at: 0, what: `has the invalid position ${place} of ${total}` };
}

/** A percent sign is followed by two hexadecimal digits. */
function escapeFault(text: string): TextFault | undefined {
  const at = text.search(/%(?![0-9A-Fa-f]{2})/u);
  return at < 0 ? undefined : { at, what: 'must have two hexadecimal digits after each %' };
}

function checkPairFault(text: string): TextFault | undefined {
  const at = text.length - 2;
  if (at < 1) return { at: 0, what: 'must have two check characters after its number' };
  const right = gs1CheckCharacters(text.slice(0, at));
  return right === text.slice(at) ? undefined : { at, what: `has the check characters ${text.slice(at)}, which must be ${right}` };
}

/**
 * Country letters, two check digits and the account number; with the first four characters moved to the end, the number modulo 97 must be
 * 1.
 */
function ibanFault(text: string): TextFault | undefined {
  const at = text.search(/[^0-9A-Z]/u);
  if (at >= 0) return { at, what: 'must have digits and upper case letters only' };
  if (!COUNTRY_LETTERS.has(text.slice(0, 2))) return { at: 0, what: `has ${text.slice(0, 2)}, which is not a country code` };
  if (text.length <= 4) return { at: text.length, what: 'must have an account number after its check digits' };
  let rest = 0;
  for (const character of text.slice(4) + text.slice(0, 4)) rest = Number(`${rest}${parseInt(character, 36)}`) % 97;
  return rest === 1 ? undefined : { at: 2, what: `has the wrong check digits in ${text}` };
}

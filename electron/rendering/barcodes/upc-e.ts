import { completeDigits, refuseCheckDigit, refuseForeign } from './encoding/check-digit.ts';
import { SymbolError } from './encoding/symbols.ts';

const NEEDED = 'UPC-E needs 7 or 8 digits that begin with 0 or 1, or the 11 or 12 digits of a UPC-A that can be compressed';

/**
 * The 8 digits of a UPC-E: number system, six digits, check digit. Accepts a UPC-A number of 11 or 12 digits that can be compressed (GS1
 * General Specifications, 5.2). Adds a missing check digit, which is that of the UPC-A. Throws a `SymbolError`.
 */
export function completeUpcE(text: string): string {
  refuseForeign(text, /^[^01]|\D/u, NEEDED);
  if (text.length === 11 || text.length === 12) return suppressZeros(completeDigits(text, 'UPC-E', 12));
  if (text.length !== 7 && text.length !== 8) throw new SymbolError(`${NEEDED}, not "${text}"`);
  const upcA = expandUpcE(text.slice(0, 7));
  const right = completeDigits(upcA, 'UPC-A', 12).slice(-1);
  refuseCheckDigit(text, 8, right);
  return text.slice(0, 7) + right;
}

/** Expands 7 digits of a UPC-E to 11 digits of a UPC-A; the last digit tells which zeros were removed. */
function expandUpcE(text: string): string {
  const [system, body, last] = [text.slice(0, 1), text.slice(1, 6), text.slice(6)];
  if (last <= '2') return `${system}${body.slice(0, 2)}${last}0000${body.slice(2)}`;
  if (last === '3') return `${system}${body.slice(0, 3)}00000${body.slice(3)}`;
  if (last === '4') return `${system}${body.slice(0, 4)}00000${body.slice(4)}`;
  return `${system}${body}0000${last}`;
}

function suppressZeros(upcA: string): string {
  const body = upcA.slice(1, 11);
  const rule = FORMS.find(({ form }) => form.test(body));
  if (!rule) throw new SymbolError(`The UPC-A ${upcA} cannot be compressed; ${NEEDED}`);
  return upcA.slice(0, 1) + body.replace(rule.form, rule.short) + upcA.slice(11);
}

/** Ten digits of a UPC-A and their six digits in UPC-E; the rule for the shortest company prefix first. */
const FORMS: readonly { form: RegExp; short: string }[] = [
  { form: /^(\d\d)([012])0000(\d{3})$/u, short: '$1$3$2' },
  { form: /^(\d{3})00000(\d\d)$/u, short: '$1$23' },
  { form: /^(\d{4})00000(\d)$/u, short: '$1$24' },
  { form: /^(\d{5})0000([5-9])$/u, short: '$1$2' },
];

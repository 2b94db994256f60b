import { completeDigits, refuseCheckDigit, refuseForeign } from './check-digit.ts';
import { SymbolError } from './symbols.ts';

const NEEDED = 'UPC-E needs 7 or 8 digits that begin with 0 or 1, or the 11 or 12 digits of a UPC-A whose zeros can be left out';

/**
 * The 8 digits of a UPC-E: number system, six digits, check digit. A UPC-A of 11 or 12 digits is taken when its zeros can be left out
 * (GS1 General Specifications, 5.2). The check digit is that of the UPC-A; it is made when it is missing. Throws a `SymbolError`.
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

/** The 11 digits that the 7 of a UPC-E stand for: its last digit says which zeros were left out. */
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
  if (!rule) throw new SymbolError(`The zeros of the UPC-A ${upcA} cannot be left out; ${NEEDED}`);
  return upcA.slice(0, 1) + body.replace(rule.form, rule.short) + upcA.slice(11);
}

/** Ten digits of a UPC-A and the six that stand for them, the rule for the shortest company prefix first. */
const FORMS: readonly { form: RegExp; short: string }[] = [
  { form: /^(\d\d)([012])0000(\d{3})$/u, short: '$1$3$2' },
  { form: /^(\d{3})00000(\d\d)$/u, short: '$1$23' },
  { form: /^(\d{4})00000(\d)$/u, short: '$1$24' },
  { form: /^(\d{5})0000([5-9])$/u, short: '$1$2' },
];

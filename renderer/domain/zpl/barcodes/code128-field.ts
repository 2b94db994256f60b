import type { CodeContext } from './barcode-context.ts';
import { bracketedContent, FNC1, gs1Content, type Gs1Content } from './gs1-data.ts';
import { readCode128 } from './code128-data.ts';
import { checkDigit } from '#rendering/barcodes/encoding/check-digit.ts';
import type { LinearShape } from './bar-shape.ts';
import { hasPlaceholder, type MadeObject } from '../objects/zpl-object.ts';

export type Code128Mode = 'N' | 'U' | 'A' | 'D';

const CASE_DIGITS = 19;

/** A `^BC`: Code 128, or GS1-128 if FNC1 comes first. */
export function makeCode128(
  data: string,
  mode: Code128Mode,
  { context, linear }: { context: CodeContext; linear: LinearShape },
): MadeObject {
  const { placeholders, warnings, parameters } = context;
  const { shape, ...rest } = linear;
  const gs1 = (content: Gs1Content): MadeObject => ({
    ...rest,
    object: 'apps' in content ? { type: 'GS1-128', ...shape, ...content } : { type: 'GS1-128-Plain', ...shape, ...content },
  });
  // Brackets and spaces are only for readability.
  if (mode === 'D') return gs1(bracketedContent(data.replaceAll(' ', '').replaceAll('>8', FNC1), placeholders));
  if (mode === 'U') return gs1(gs1Content(caseDigits(data), placeholders));
  const { text, isGs1, hasSubsets, dropped } = readCode128(data);
  for (const name of dropped) warnings.add('functionCharacter', parameters.command, { text: name });
  if (isGs1) return gs1(gs1Content(text, placeholders));
  const isPlain = mode === 'N' && !hasSubsets && !hasPlaceholder(text) && /^[\x20-\x7f]+$/u.test(text);
  return { ...rest, object: { type: 'Code128', ...shape, text: placeholders.dynamicText(text), encoding: isPlain ? 'B' : 'AUTO' } };
}

/** Pads to 19 digits with zeros and appends the check digit. */
function caseDigits(data: string): string {
  const digits = data.replaceAll(/\D/gu, '').slice(0, CASE_DIGITS).padEnd(CASE_DIGITS, '0');
  return digits + checkDigit(digits.slice(2));
}

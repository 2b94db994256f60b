import type { VerificationVerdict } from '#contract/api-v3/verification.ts';
import { hasCheckDigit } from '#rendering/barcodes/encoding/check-digit.ts';
import { readDigitalLink } from '#rendering/barcodes/gs1/digital-link.ts';
import { gs1Fault, type ElementString } from '#rendering/barcodes/gs1/gs1-elements.ts';
import { readGs1 } from '#rendering/barcodes/gs1/gs1-text.ts';
import type { BarcodeContent } from '#rendering/label/barcode-contents.ts';

/** The symbology identifier that a reader may put before the code (ISO/IEC 15424). */
const SYMBOLOGY = /^\][A-Za-z][0-9A-Za-z]/u;

/**
 * Compares what was read with what was printed. GS1 codes are equal if their element strings are, in any order and in either syntax. A text that
 * is no complete code of the expected kind is a misread; a complete one with another content is a mismatch.
 */
export function compareCodes(expected: BarcodeContent, read: string): Exclude<VerificationVerdict, 'not-read'> {
  const code = read.replace(SYMBOLOGY, '');
  if (code === '') return 'misread';
  switch (expected.kind) {
    case 'elements':
      return compareElements(expected.elements, elementsIn(code));
    case 'number':
      return compareNumbers(expected.text, code);
    case 'text':
      return compareTexts(expected.text, code);
  }
}

function compareElements(
  expected: readonly ElementString[],
  read: readonly ElementString[] | undefined,
): 'verified' | 'misread' | 'mismatch' {
  if (!read) return 'misread';
  return sorted(expected) === sorted(read) ? 'verified' : 'mismatch';
}

function sorted(elements: readonly ElementString[]): string {
  return JSON.stringify(elements.map(({ id, value }) => [id, value]).sort(([a = ''], [b = '']) => (a < b ? -1 : a > b ? 1 : 0)));
}

function elementsIn(code: string): ElementString[] | undefined {
  return readGs1(code) ?? readDigitalLink(code) ?? readInterpretation(code);
}

/** Some readers transmit the human-readable interpretation: identifiers in parentheses. */
function readInterpretation(code: string): ElementString[] | undefined {
  if (!/^(?:\(\d{2,4}\)[^(]+)+$/u.test(code)) return undefined;
  const elements = [...code.matchAll(/\((\d{2,4})\)([^(]+)/gu)].map(([, id = '', value = '']) => ({ id, value }));
  return elements.some((element) => gs1Fault(element)) ? undefined : elements;
}

/** Readers transmit a UPC-A number with 12 digits, or with 13 as an EAN-13 number that begins with 0. */
function compareNumbers(expected: string, code: string): 'verified' | 'misread' | 'mismatch' {
  const isSame = code === expected || (expected.length === 12 && code === `0${expected}`);
  if (isSame) return 'verified';
  const isComplete = /^\d{8,14}$/u.test(code) && hasCheckDigit(code);
  return isComplete ? 'mismatch' : 'misread';
}

function compareTexts(expected: string, code: string): 'verified' | 'misread' | 'mismatch' {
  if (expected === code) return 'verified';
  const [ofExpected, ofRead] = [readDigitalLink(expected), readDigitalLink(code)];
  if (ofExpected && ofRead) return compareElements(ofExpected, ofRead);
  // A reader puts the replacement character where it could not tell a character.
  return code.includes('\uFFFD') ? 'misread' : 'mismatch';
}

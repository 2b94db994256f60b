import { hasCheckDigit } from '#rendering/barcodes/encoding/check-digit.ts';
import type { ElementString } from '#rendering/barcodes/gs1/gs1-elements.ts';
import { gs1Interpretation, readGs1 } from '#rendering/barcodes/gs1/gs1-text.ts';

/** A parsed scan. */
export interface Scan {
  /** In readable form: element strings with their identifiers in brackets. */
  text: string;
  /** The forms in which a table may contain the code, the most likely first. */
  keys: readonly string[];
  /** The GTIN with 14 digits. */
  gtin: string | undefined;
  /** GS1 element strings; empty for other codes. */
  elements: readonly ElementString[];
}

/** FNC1 between element strings, as readers transmit it. */
const SEPARATOR = '\x1d';
/** The symbology identifier of ISO/IEC 15424: `]`, the symbology, and a modifier. */
const SYMBOLOGY = /^\][A-Za-z][0-9A-Za-z]/u;
const GS1_SYMBOLOGIES = new Set([']C1', ']e0', ']d2', ']Q3', ']J1']);
const GTIN_LENGTHS = new Set([8, 12, 13, 14]);

/** Parses a scanned or typed code: a GTIN of any length, element strings with or without brackets, a GS1 Digital Link, or any text. */
export function readScan(raw: string): Scan {
  const symbology = SYMBOLOGY.exec(raw)?.[0] ?? '';
  const content = raw.slice(symbology.length).trim();
  const elements = elementsOf(content, GS1_SYMBOLOGIES.has(symbology)) ?? [];
  const plain = content.replaceAll(SEPARATOR, '');
  const gtin = (elements.find(({ id }) => id === '01') ?? elements.find(({ id }) => id === '02'))?.value ?? gtinOf(plain);
  const text = elements.length > 0 ? gs1Interpretation(elements) : plain;
  const own = elements.length === 0 ? [plain] : [];
  const unit = elements.find(({ id }) => id === '00')?.value;
  const keys = [...own, ...(gtin === undefined ? [] : writingsOf(gtin)), ...(unit === undefined ? [] : [unit]), plain];
  return { text, keys: [...new Set(keys)].filter((key) => key !== ''), gtin, elements };
}

/** Whether two scans identify the same product: the same trade item or the same text. */
export function isSameScan(a: Scan, b: Scan): boolean {
  return a.gtin === undefined ? a.text === b.text : a.gtin === b.gtin;
}

function elementsOf(content: string, isGs1: boolean): ElementString[] | undefined {
  if (content.startsWith('(')) return readBrackets(content);
  const link = /^https?:\/\/[^/]+\/(?:.*\/)?01\/(\d{8,14})(?:[/?#]|$)/iu.exec(content)?.[1];
  if (link !== undefined) return readGs1(`01${link.padStart(14, '0')}`);
  const mayBe = isGs1 || content.includes(SEPARATOR) || /^(01|02)\d{14}/u.test(content) || /^00\d{18}$/u.test(content);
  return mayBe ? readGs1(content) : undefined;
}

function readBrackets(content: string): ElementString[] | undefined {
  const parts = [...content.matchAll(/\((\d{2,4})\)([^(]*)/gu)].map(([, id = '', value = '']) => ({ id, value }));
  if (parts.map(({ id, value }) => `(${id})${value}`).join('') !== content) return undefined;
  return readGs1(parts.map(({ id, value }) => id + value).join(SEPARATOR));
}

function gtinOf(text: string): string | undefined {
  return /^\d+$/u.test(text) && GTIN_LENGTHS.has(text.length) && hasCheckDigit(text) ? text.padStart(14, '0') : undefined;
}

/** The forms of a GTIN in tables, 13 digits first, as printed below the bars. */
function writingsOf(gtin: string): string[] {
  return [13, 14, 12, 8].filter((length) => /^0*$/u.test(gtin.slice(0, 14 - length))).map((length) => gtin.slice(14 - length));
}

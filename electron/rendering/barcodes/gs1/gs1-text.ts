import { gs1Fault, gs1Length, isGs1Identifier, needsSeparator } from './gs1-elements.ts';
import type { ElementString } from './gs1-elements.ts';
import { gs1AssociationFault } from './associations.ts';
import type { CarriedIdentifiers } from './associations.ts';
import { SymbolError } from '../encoding/symbols.ts';

/** FNC1 between element strings, as readers transmit it and encoders expect it. */
const SEPARATOR = '\x1d';
const IDENTIFIER_LENGTHS = [2, 3, 4];

/** Concatenates checked element strings with FNC1 after each value whose end is not predefined. The encoder adds the leading FNC1. */
export function gs1Text(elements: readonly ElementString[]): string {
  let text = '';
  for (const [index, { id, value }] of elements.entries()) {
    text += id + value;
    if (needsSeparator(id) && index < elements.length - 1) text += SEPARATOR;
  }
  return text;
}

/** Options for a text with explicit FNC1. */
export interface PlainShape {
  /** Whether to omit every FNC1 that readers do not need. */
  isOptimized: boolean;
  /** Identifiers of all codes of the label. */
  carried: CarriedIdentifiers;
}

/**
 * Checks a text of element strings with explicit FNC1 and prepares it like `gs1Text`; a leading FNC1 is optional. Throws a `SymbolError`.
 */
export function gs1PlainText(text: string, { isOptimized, carried }: PlainShape): string {
  const elements = readElements(text);
  checkElements(elements, carried);
  return isOptimized ? gs1Text(elements) : text.slice(leadOf(text));
}

/** The identifiers in such a text as far as it can be parsed; their values are not checked. */
export function gs1PlainIdentifiers(text: string): string[] {
  try {
    return readElements(text).map(({ id }) => id);
  } catch (error) {
    if (error instanceof SymbolError) return [];
    throw error;
  }
}

/** The element strings in a text from a reader, each valid by itself; undefined for any other text. */
export function readGs1(text: string): ElementString[] | undefined {
  try {
    const elements = readElements(text).map(({ id, value }) => ({ id, value }));
    return elements.some((element) => gs1Fault(element)) ? undefined : elements;
  } catch (error) {
    if (error instanceof SymbolError) return undefined;
    throw error;
  }
}

/** The human-readable interpretation: identifiers in parentheses. */
export function gs1Interpretation(elements: readonly ElementString[]): string {
  return elements.map(({ id, value }) => `(${id})${value}`).join('');
}

/** The human-readable interpretation of a text with explicit FNC1. */
export function gs1PlainInterpretation(text: string): string {
  return gs1Interpretation(readElements(text));
}

/** An element string and the indexes of its identifier and value in the text. */
interface PlainElement extends ElementString {
  at: number;
  valueAt: number;
}

function leadOf(text: string): number {
  return text.startsWith(SEPARATOR) ? 1 : 0;
}

function readElements(text: string): PlainElement[] {
  const elements: PlainElement[] = [];
  for (let at = leadOf(text); at < text.length;) {
    const id = identifierAt(text, at);
    const valueAt = at + id.length;
    const separator = text.indexOf(SEPARATOR, valueAt);
    const stop = separator < 0 ? text.length : separator;
    const end = needsSeparator(id) ? stop : Math.min(stop, valueAt + gs1Length(id));
    elements.push({ id, value: text.slice(valueAt, end), at, valueAt });
    at = end === separator ? end + 1 : end;
  }
  if (elements.length === 0) throw new SymbolError('The code needs at least one application identifier');
  return elements;
}

function checkElements(elements: readonly PlainElement[], carried: CarriedIdentifiers): void {
  const ids = elements.map(({ id }) => id);
  for (const [index, element] of elements.entries()) {
    const { id, at, valueAt } = element;
    const fault = gs1Fault(element, valueAt + 1);
    if (fault) throw new SymbolError(fault);
    const pairFault = ids.indexOf(id) < index ? `The application identifier (${id}) occurs twice` : gs1AssociationFault(id, ids, carried);
    if (pairFault) throw new SymbolError(`${pairFault} (at character ${at + 1})`);
  }
}

function identifierAt(text: string, at: number): string {
  const candidates = IDENTIFIER_LENGTHS.map((length) => text.slice(at, at + length));
  const id = candidates.find(isGs1Identifier);
  if (id === undefined) throw new SymbolError(`There is no application identifier at "${text.slice(at, at + 4)}" (at character ${at + 1})`);
  return id;
}

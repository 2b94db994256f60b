import { gs1Fault, gs1Length, isGs1Identifier, needsSeparator } from './gs1-elements.ts';
import type { Gs1Data } from './gs1-elements.ts';
import { gs1PairFault } from './gs1-pairs.ts';
import type { CarriedIdentifiers } from './gs1-pairs.ts';
import { SymbolError } from './symbols.ts';

/** FNC1 between element strings, as readers pass it on and as the encoders take it. */
const SEPARATOR = '\x1d';
const IDENTIFIER_LENGTHS = [2, 3, 4];

/** Checked element strings in one text, with FNC1 behind each value whose end a reader would not see. FNC1 at the very beginning is the encoder's. */
export function gs1Text(elements: readonly Gs1Data[]): string {
  let text = '';
  for (const [index, { id, value }] of elements.entries()) {
    text += id + value;
    if (needsSeparator(id) && index < elements.length - 1) text += SEPARATOR;
  }
  return text;
}

/** How a text with FNC1 given in it becomes a code. */
export interface PlainShape {
  /** Whether every FNC1 goes that no reader needs. */
  isOptimized: boolean;
  /** Of the label. */
  carried: CarriedIdentifiers;
}

/** The same for element strings in one text with FNC1 given in it; FNC1 at the very beginning may be left out. Throws a `SymbolError`. */
export function gs1PlainText(text: string, { isOptimized, carried }: PlainShape): string {
  const elements = readElements(text);
  checkElements(elements, carried);
  return isOptimized ? gs1Text(elements) : text.slice(leadOf(text));
}

/** The identifiers of such a text; as far as it can be read, whatever their values are. */
export function gs1PlainIdentifiers(text: string): string[] {
  try {
    return readElements(text).map(({ id }) => id);
  } catch (error) {
    if (error instanceof SymbolError) return [];
    throw error;
  }
}

/** The element strings that a reader passed on as one text, each of them right by itself; undefined for a text that is anything else. */
export function readGs1(text: string): Gs1Data[] | undefined {
  try {
    const elements = readElements(text).map(({ id, value }) => ({ id, value }));
    return elements.some((element) => gs1Fault(element)) ? undefined : elements;
  } catch (error) {
    if (error instanceof SymbolError) return undefined;
    throw error;
  }
}

/** What stands beside a code: identifiers in brackets. */
export function gs1Writing(elements: readonly Gs1Data[]): string {
  return elements.map(({ id, value }) => `(${id})${value}`).join('');
}

/** The same for element strings in one text. */
export function gs1PlainWriting(text: string): string {
  return gs1Writing(readElements(text));
}

/** An element string and the index of its identifier and its value in their text. */
interface PlainElement extends Gs1Data {
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
    const pairFault = ids.indexOf(id) < index ? `The application identifier (${id}) comes twice` : gs1PairFault(id, ids, carried);
    if (pairFault) throw new SymbolError(`${pairFault} (at character ${at + 1})`);
  }
}

function identifierAt(text: string, at: number): string {
  const candidates = IDENTIFIER_LENGTHS.map((length) => text.slice(at, at + length));
  const id = candidates.find(isGs1Identifier);
  if (id === undefined) throw new SymbolError(`There is no application identifier at "${text.slice(at, at + 4)}" (at character ${at + 1})`);
  return id;
}

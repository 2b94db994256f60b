import { gs1Fault, gs1Length, isGs1Identifier, needsSeparator } from './gs1-elements.ts';
import type { Gs1Data } from './gs1-elements.ts';
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

/** The same for element strings in one text with FNC1 given in it; FNC1 at the very beginning may be left out. Throws a `SymbolError`. */
export function gs1PlainText(text: string, isOptimized: boolean): string {
  const content = text.startsWith(SEPARATOR) ? text.slice(1) : text;
  const elements = readElements(content);
  return isOptimized ? gs1Text(elements) : content;
}

/** What stands beside a code: identifiers in brackets. */
export function gs1Writing(elements: readonly Gs1Data[]): string {
  return elements.map(({ id, value }) => `(${id})${value}`).join('');
}

/** The same for element strings in one text. */
export function gs1PlainWriting(text: string): string {
  return gs1Writing(readElements(text.startsWith(SEPARATOR) ? text.slice(1) : text));
}

function readElements(content: string): Gs1Data[] {
  if (content === '') throw new SymbolError('The code needs at least one application identifier');
  const elements: Gs1Data[] = [];
  for (let at = 0; at < content.length;) {
    const id = identifierAt(content, at);
    const start = at + id.length;
    const separator = content.indexOf(SEPARATOR, start);
    const stop = separator < 0 ? content.length : separator;
    const end = needsSeparator(id) ? stop : Math.min(stop, start + gs1Length(id));
    const element = { id, value: content.slice(start, end) };
    const fault = gs1Fault(element);
    if (fault) throw new SymbolError(fault);
    if (elements.some((other) => other.id === id)) throw new SymbolError(`The application identifier (${id}) comes twice`);
    elements.push(element);
    at = end === separator ? end + 1 : end;
  }
  return elements;
}

function identifierAt(content: string, at: number): string {
  const candidates = IDENTIFIER_LENGTHS.map((length) => content.slice(at, at + length));
  const id = candidates.find(isGs1Identifier);
  if (id === undefined) throw new SymbolError(`There is no application identifier at "${content.slice(at, at + 4)}" (character ${at + 1})`);
  return id;
}

const WIDTH = 100;

type Format = (value: unknown, indent: string) => string;

/**
 * Formats JSON with an indentation of two spaces; a short array or object of plain values is on one line. `formatInner` formats nested
 * values.
 */
export function formatJson(value: unknown, indent = '', formatInner: Format = formatJson): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const flat = flatJson(value);
  if (flat !== undefined && indent.length + flat.length <= WIDTH) return flat;
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    const lines = flat === undefined ? value.map((item) => deeper + formatInner(item, deeper)) : filledLines(value, deeper);
    return block('[]', indent, lines);
  }
  return block(
    '{}',
    indent,
    Object.entries(value).map(([key, item]) => `${deeper}${JSON.stringify(key)}: ${formatInner(item, deeper)}`),
  );
}

/**
 * Formats successive states of a document as `formatJson` does. A part that is the same object as in the previous state is not formatted
 * again; documents must therefore be immutable.
 */
export class DocumentText {
  /** The texts of the last state only, which limits the memory to the length of one text. */
  #cachedTexts: ReadonlyMap<object, LaidOut> = new Map();

  of(document: object): string {
    const texts = new Map<object, LaidOut>();
    const format: Format = (value, indent) => {
      if (typeof value !== 'object' || value === null) return formatJson(value, indent);
      const before = this.#cachedTexts.get(value);
      const text = before?.indent === indent ? before.text : formatJson(value, indent, format);
      texts.set(value, { indent, text });
      return text;
    };
    const text = formatJson(document, '', format);
    this.#cachedTexts = texts;
    return text;
  }
}

interface LaidOut {
  indent: string;
  text: string;
}

function block(brackets: '[]' | '{}', indent: string, lines: string[]): string {
  return `${brackets[0]}\n${lines.join(',\n')}\n${indent}${brackets[1]}`;
}

/** One line for an object or array of plain values; undefined if it has nested values. */
function flatJson(value: object): string | undefined {
  const items = Object.values(value);
  if (items.some((item) => typeof item === 'object' && item !== null)) return undefined;
  if (Array.isArray(value)) return `[${value.map((item) => JSON.stringify(item) ?? 'null').join(', ')}]`;
  if (items.length === 0) return '{}';
  return `{ ${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}: ${JSON.stringify(item)}`)
    .join(', ')} }`;
}

/** Fills lines with as many plain values as fit: the points of a line drawing would otherwise take a line each. */
function filledLines(items: unknown[], indent: string): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const item of items) {
    const text = JSON.stringify(item) ?? 'null';
    if (line !== indent && line.length + text.length + 2 > WIDTH) {
      lines.push(line);
      line = indent;
    }
    line += line === indent ? text : `, ${text}`;
  }
  return [...lines, line];
}

const WIDTH = 100;

type Format = (value: unknown, indent: string) => string;

/**
 * JSON as a person would lay it out: two spaces deep, and on one line what is short and holds nothing but plain values. `formatInner` lays out
 * what is within.
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
 * Lays out the states of a document that is worked on, each as `formatJson` does. What a state has in common with the one before is the very same
 * object, and is not laid out again: nothing in a document may ever change.
 */
export class DocumentText {
  /** Of the last state only, so that no more is kept than one text is long. */
  #known: ReadonlyMap<object, LaidOut> = new Map();

  of(document: object): string {
    const known = new Map<object, LaidOut>();
    const format: Format = (value, indent) => {
      if (typeof value !== 'object' || value === null) return formatJson(value, indent);
      const before = this.#known.get(value);
      const text = before?.indent === indent ? before.text : formatJson(value, indent, format);
      known.set(value, { indent, text });
      return text;
    };
    const text = formatJson(document, '', format);
    this.#known = known;
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

/** One line for an object or array of plain values, or undefined when it holds others. */
function flatJson(value: object): string | undefined {
  const items = Object.values(value);
  if (items.some((item) => typeof item === 'object' && item !== null)) return undefined;
  if (Array.isArray(value)) return `[${value.map((item) => JSON.stringify(item) ?? 'null').join(', ')}]`;
  if (items.length === 0) return '{}';
  return `{ ${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}: ${JSON.stringify(item)}`)
    .join(', ')} }`;
}

/** As many plain values on a line as fit: the points of a line drawing would otherwise be a page each. */
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

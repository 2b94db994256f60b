import type { Delimiter } from './sniff-delimiter.ts';
import { UnreadableError, type SourceRow, type UnreadableKind } from './source-row.ts';

/** The maximum length of a row in characters; the controller has the same limit in bytes. */
const ROW_LIMIT = 8 * 1024 * 1024;

const LINE_END = /[\r\n]/;

/**
 * Splits the text of a CSV file, chunk by chunk, into rows by the controller's rules: a blank line is not a row; a quotation mark starts a
 * cell, or is doubled within a quoted cell. Throws `UnreadableError` if a row violates them.
 */
export class CsvRows {
  readonly #delimiter: Delimiter;
  /** Matches the end of a cell without quotation marks. */
  readonly #plainEnd: RegExp;
  #rest = '';
  #line = 1;

  constructor(delimiter: Delimiter) {
    this.#delimiter = delimiter;
    this.#plainEnd = new RegExp(`[${delimiter === '|' ? '\\|' : delimiter}\r\n"]`, 'g');
  }

  /** The line on which the next row starts. */
  get line(): number {
    return this.#line;
  }

  take(piece: string, isLast = false): SourceRow[] {
    const text = this.#rest + piece;
    const rows: SourceRow[] = [];
    let at = 0;
    while (at < text.length) {
      const end = this.#row(text, at, { isLast, rows });
      if (end === undefined) break;
      at = end;
    }
    this.#rest = text.slice(at);
    if (this.#rest.length > ROW_LIMIT) throw this.#fault('endless');
    return rows;
  }

  /** The end of the row that starts at `start`; undefined if more text is needed. */
  #row(text: string, start: number, { isLast, rows }: { isLast: boolean; rows: SourceRow[] }): number | undefined {
    const cells: string[] = [];
    let lines = 1;
    let at = start;
    for (;;) {
      const isQuoted = text[at] === '"';
      const cell = isQuoted ? this.#quoted(text, at, isLast) : this.#plain(text, at, isLast);
      if (!cell) return undefined;
      cells.push(cell.value);
      if (isQuoted) lines += lineEnds(cell.value);
      at = cell.end;
      if (text[at] !== this.#delimiter) break;
      at += 1;
    }
    const end = lineEnd(text, at, isLast);
    if (end === undefined) return undefined;
    const isBlank = at === start;
    if (!isBlank) rows.push({ line: this.#line, cells });
    this.#line += lines;
    return end;
  }

  #plain(text: string, start: number, isLast: boolean): ReadCell | undefined {
    this.#plainEnd.lastIndex = start;
    const found = this.#plainEnd.exec(text);
    if (!found) return isLast ? { value: text.slice(start), end: text.length } : undefined;
    if (found[0] === '"') throw this.#fault('quoteStray');
    return { value: text.slice(start, found.index), end: found.index };
  }

  #quoted(text: string, start: number, isLast: boolean): ReadCell | undefined {
    let hasDoubled = false;
    for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 2)) {
      const next = text[at + 1];
      if (next === undefined && !isLast) return undefined;
      if (next === '"') {
        hasDoubled = true;
        continue;
      }
      if (next !== undefined && next !== this.#delimiter && !LINE_END.test(next)) throw this.#fault('quoteInside');
      const raw = text.slice(start + 1, at);
      return { value: hasDoubled ? raw.replaceAll('""', '"') : raw, end: at + 1 };
    }
    if (isLast) throw this.#fault('quoteOpen');
    return undefined;
  }

  #fault(kind: UnreadableKind): UnreadableError {
    return new UnreadableError(this.#line, kind);
  }
}

interface ReadCell {
  value: string;
  /** The offset after it. */
  end: number;
}

/** The offset after the line end at `at`; undefined if more text is needed, because a line feed may follow a carriage return. */
function lineEnd(text: string, at: number, isLast: boolean): number | undefined {
  if (at >= text.length) return isLast ? at : undefined;
  if (text[at] === '\n') return at + 1;
  if (at + 1 >= text.length) return isLast ? at + 1 : undefined;
  return text[at + 1] === '\n' ? at + 2 : at + 1;
}

/** The number of line ends in the text: CR LF, LF and CR are one each. */
export function lineEnds(text: string): number {
  return LINE_END.test(text) ? (text.match(/\r\n|\r|\n/g)?.length ?? 0) : 0;
}

import { createHash } from 'node:crypto';
import type { PrintJob } from '#contract/api-v3/print-job.ts';
import type { SelectedRow, SelectedRows } from '../preparation/selected-rows.ts';
import type { NamedRun } from '../queue/plant-rows.ts';
import type { SharedRows } from '../queue/shared-rows.ts';

interface SharedSelection {
  /** The rows, with the copies that no job has printed yet. */
  rows: SelectedRows;
  /** The run of rows that are shared over the plant, after all pages of the rows were read. */
  run: () => NamedRun | undefined;
}

/** The rows of a selection that shares them; those of any other selection as they are. Throws `row-copies-differ`. */
export async function sharedSelection(found: SelectedRows, selection: PrintJob, sharedRows: SharedRows): Promise<SharedSelection> {
  if (selection.rowAllocation !== 'shared') return { rows: found, run: () => undefined };
  const { table_name: table, first_row: from, row_count: count, ...copies } = found.ofJob;
  if (table === null || from === null || count === null) throw new Error('Only a range of rows can be shared.');
  const { rowRun: name, printedColumn } = selection;
  const range = { from, end: from + count };
  const remaining = await sharedRows.remaining({ table, run: name }, copies, range);
  if (name === undefined) return { rows: { ...found, pages: () => withRemaining(found.pages(), remaining) }, run: () => undefined };
  const hash = new RowHash(printedColumn);
  const content = { table, rows: { first: range.from, end: range.end }, copies: copies.copies ?? 1 };
  const column = copies.copies_column === null ? {} : { copiesColumn: copies.copies_column };
  return {
    rows: { ...found, pages: () => withRemaining(hash.pages(found.pages()), remaining) },
    run: () => ({ name, content: { ...content, hash: hash.digest(), ...column } }),
  };
}

async function* withRemaining(
  pages: AsyncIterable<SelectedRow[]>,
  remaining: (row: number, copies: number) => number,
): AsyncGenerator<SelectedRow[]> {
  for await (const page of pages) {
    yield page.map((selected) => {
      const { row, copies } = selected;
      return row && copies !== null ? { ...selected, copies: remaining(row.row, copies) } : selected;
    });
  }
}

/** SHA-256 of rows, so that controllers notice that their tables differ. The column that counts prints is left out: it changes with every print. */
class RowHash {
  readonly #hash = createHash('sha256');
  readonly #leftOut: string | undefined;

  constructor(printedColumn: string | undefined) {
    this.#leftOut = printedColumn;
  }

  /** The same pages, whose rows are counted in as they are read. They must be read once. */
  async *pages(pages: AsyncIterable<SelectedRow[]>): AsyncGenerator<SelectedRow[]> {
    for await (const page of pages) {
      for (const { row } of page) if (row) this.#hash.update(JSON.stringify([row.row, ...this.#cells(row.cells)]));
      yield page;
    }
  }

  /** In hexadecimal. */
  digest(): string {
    return this.#hash.digest('hex');
  }

  #cells(cells: ReadonlyMap<string, string>): [string, string][] {
    return [...cells].filter(([column]) => column !== this.#leftOut);
  }
}

import type { PrintJob } from '#contract/api-v3/print-job.ts';
import type { Label } from '#contract/api-v3/label.ts';
import { ProblemError } from '#contract/problem.ts';
import { checkLabel } from '#rendering/check-label.ts';
import type { Printer } from '../printers/printer.ts';
import type { TableRow, Tables } from '../tables/tables.ts';
import { copiesOf, type JobRows, type RowsOfJob } from './job-rows.ts';
import type { NewJob } from './jobs.ts';
import { labelDocument, labelNameOf, type LabelDocument, type LabelDocuments } from './label-documents.ts';
import type { Preparation } from './preparation.ts';

export interface SelectingRooms {
  documents: LabelDocuments;
  tables: Tables;
  rows: JobRows;
  preparation: Preparation;
}

/** What of a job follows from its rows. */
type RowFacts = RowsOfJob & Pick<NewJob, 'row' | 'total_copies' | 'cursor'> & { drawn: (TableRow | undefined)[] };

/** From the body of a selection to a job that can be printed. Nothing changes here: what is refused leaves the queue as it was. */
export class Selecting {
  readonly #rooms: SelectingRooms;

  constructor(rooms: SelectingRooms) {
    this.#rooms = rooms;
  }

  /**
   * Finds label and rows and draws the first print and the last with the values of now. Throws `not-found`, `key-not-unique`,
   * `invalid-input` or `cannot-render`, naming what is at fault.
   */
  async resolve(printer: Printer, selection: PrintJob): Promise<NewJob> {
    const { documents } = this.#rooms;
    const { drawn, ...ofRows } = await this.#rowsOf(selection);
    const inline = selection.labelData && inlineDocument(selection.labelData);
    const labels = {
      label_name: selection.labelName ?? '',
      label_column: selection.labelColumn ?? null,
      table_name: ofRows.table_name,
    };
    let revision: number | undefined;
    for (const row of drawn) {
      const label = inline ? { document: inline, revision: 0 } : await documents.named(labelNameOf(labels, row));
      revision ??= label.revision;
      await this.#draw(printer, label.document, row);
    }
    return { ...labels, label_data: inline?.text ?? null, label_revision: revision ?? 0, ...attributesOf(selection), ...ofRows };
  }

  async #rowsOf(selection: PrintJob): Promise<RowFacts> {
    const { tableName: table, keyColumn, key, copies, copiesColumn } = selection;
    const job = { copies: copies ?? null, copies_column: copiesColumn ?? null };
    if (table === undefined) {
      const single = { table_name: null, key_column: null, key: null, first_row: null, row_count: null, row: null, cursor: 0 };
      return { ...single, ...job, total_copies: totalOf(selection, job.copies), drawn: [undefined] };
    }
    if (keyColumn === undefined || key === undefined) return this.#rangeOf(table, selection, job);
    const row = await this.#rooms.tables.getRowByKey(table, { column: keyColumn, key });
    const wanted = copiesColumn === undefined ? copies : (copiesOf(cellOf(table, copiesColumn, row)) ?? copies);
    if (wanted === 0) throw nothingWanted(table, `The row ${row.row + 1} has 0 copies`);
    const ofRow = { table_name: table, key_column: keyColumn, key, first_row: null, row_count: null, row: row.row, cursor: 0 };
    return { ...ofRow, ...job, total_copies: totalOf(selection, wanted ?? null), drawn: [row] };
  }

  async #rangeOf(
    table: string,
    selection: PrintJob,
    { copies, copies_column: column }: Pick<RowFacts, 'copies' | 'copies_column'>,
  ): Promise<RowFacts> {
    const { tables } = this.#rooms;
    const { first, count } = rangeOf(table, await tables.summary(table), selection);
    let total = 0;
    let [firstRow, lastRow]: (TableRow | undefined)[] = [];
    for await (const page of tables.walk(table, { from: first, end: first + count })) {
      for (const row of page) {
        const wanted = (column === null ? undefined : copiesOf(cellOf(table, column, row))) ?? copies ?? 1;
        if (wanted === 0) continue;
        total += wanted;
        firstRow ??= row;
        lastRow = row;
      }
    }
    if (!firstRow || !lastRow) throw nothingWanted(table, `All rows from ${first + 1} to ${first + count} have 0 copies`);
    return {
      table_name: table,
      key_column: null,
      key: null,
      first_row: first,
      row_count: count,
      row: null,
      copies,
      copies_column: column,
      cursor: firstRow.row - first,
      total_copies: totalOf(selection, total),
      drawn: firstRow === lastRow ? [firstRow] : [firstRow, lastRow],
    };
  }

  async #draw(printer: Printer, document: LabelDocument, row: TableRow | undefined): Promise<void> {
    const { preparation } = this.#rooms;
    const values = await preparation.values({ document, row, moment: await preparation.moment() });
    await preparation.drawFor(printer, document, values);
  }
}

/** Whether a selection selects nothing: it ends the present queue. */
export function isDeselection({ labelName, labelData, labelColumn }: PrintJob): boolean {
  return labelName === undefined && labelData === undefined && labelColumn === undefined;
}

/** A job that begins again after its last row has no limit. */
function totalOf({ repeatPrint }: PrintJob, copies: number | null): number | null {
  return repeatPrint ? null : copies;
}

function rangeOf(table: string, { rowCount: there }: { rowCount: number }, { firstRow = 0, rowCount }: PrintJob) {
  if (there === 0) throw invalid('/tableName', `the table "${table}" has no rows`);
  if (firstRow >= there) throw invalid('/firstRow', `the table "${table}" has the rows 0 to ${there - 1}`);
  const left = there - firstRow;
  if (rowCount !== undefined && rowCount > left) {
    throw invalid('/rowCount', `the table "${table}" has ${left} rows from row ${firstRow} on, not ${rowCount}`);
  }
  return { first: firstRow, count: rowCount ?? left };
}

function cellOf(table: string, column: string, { row, cells }: TableRow) {
  return { table, column, row, cell: cells.get(column) };
}

function nothingWanted(table: string, what: string): ProblemError {
  return invalid('/copiesColumn', `${what} in the table "${table}": there is nothing to print`);
}

function invalid(pointer: string, detail: string): ProblemError {
  return new ProblemError('invalid-input', { detail: `${pointer}: ${detail}`, errors: [{ pointer, detail }] });
}

/** What a job takes from its selection as it is. */
function attributesOf(selection: PrintJob) {
  return {
    description: selection.description ?? '',
    printed_column: selection.printedColumn ?? null,
    repeat_print: selection.repeatPrint ? 1 : 0,
    checkpoint: selection.checkpoint ? 1 : 0,
    auto_print_gap: selection.autoPrintGap ?? null,
    auto_print_interval: selection.autoPrintInterval ?? null,
    print_delay: selection.printDelay ?? null,
  };
}

function inlineDocument(label: Label): LabelDocument {
  const errors = checkLabel(label).map(({ pointer, detail }) => ({ pointer: `/labelData${pointer}`, detail }));
  const first = errors[0];
  if (first) throw new ProblemError('invalid-input', { detail: `${first.pointer}: ${first.detail}`, errors });
  return labelDocument(label);
}

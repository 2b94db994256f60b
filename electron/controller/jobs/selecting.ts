import type { PrintJob } from '#contract/api-v3/print-job.ts';
import type { Label } from '#contract/api-v3/label.ts';
import { ProblemError } from '#contract/problem.ts';
import { checkLabel } from '#rendering/check-label.ts';
import type { Printer } from '../printers/printer.ts';
import type { TableRow, Tables } from '../tables/tables.ts';
import type { NewJob } from './jobs.ts';
import { labelDocument, type LabelDocument, type LabelDocuments } from './label-documents.ts';
import type { Preparation } from './preparation.ts';

export interface SelectingRooms {
  documents: LabelDocuments;
  tables: Tables;
  preparation: Preparation;
}

/** From the body of a selection to a job that can be printed. Nothing changes here: what is refused leaves the queue as it was. */
export class Selecting {
  readonly #rooms: SelectingRooms;

  constructor(rooms: SelectingRooms) {
    this.#rooms = rooms;
  }

  /**
   * Finds label and row and draws the label once with the values of now. Throws `not-found`, `key-not-unique`, `invalid-input` or
   * `cannot-render`, naming what is at fault.
   */
  async resolve(printer: Printer, selection: PrintJob): Promise<NewJob> {
    const { documents } = this.#rooms;
    const row = await this.#rowOf(selection);
    const name = labelNameOf(selection, row);
    const inline = selection.labelData;
    const { document, revision } = inline ? { document: inlineDocument(inline), revision: 0 } : await documents.named(name);
    await this.#draw(printer, document, row);
    return {
      description: selection.description ?? '',
      label_name: name,
      label_data: inline ? document.text : null,
      label_revision: revision,
      table_name: selection.tableName ?? null,
      key_column: selection.keyColumn ?? null,
      key: selection.key ?? null,
      row: row?.row ?? null,
      copies: selection.copies ?? null,
    };
  }

  async #rowOf({ tableName, keyColumn, key }: PrintJob): Promise<TableRow | undefined> {
    if (tableName === undefined || keyColumn === undefined || key === undefined) return undefined;
    return this.#rooms.tables.getRowByKey(tableName, keyColumn, key);
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

/** The label's name, empty for a label that came with the selection. */
function labelNameOf({ labelName, labelColumn, tableName }: PrintJob, row: TableRow | undefined): string {
  if (labelColumn === undefined) return labelName ?? '';
  const cell = row?.cells.get(labelColumn);
  if (cell === undefined) throw new ProblemError('not-found', { detail: `The table "${tableName}" has no column "${labelColumn}".` });
  const name = cell === '' ? labelName : cell;
  if (name !== undefined) return name;
  const detail = `the cell of the column "${labelColumn}" is empty, and there is no labelName to fall back to`;
  throw new ProblemError('invalid-input', { detail: `/labelColumn: ${detail}`, errors: [{ pointer: '/labelColumn', detail }] });
}

function inlineDocument(label: Label): LabelDocument {
  const errors = checkLabel(label).map(({ pointer, detail }) => ({ pointer: `/labelData${pointer}`, detail }));
  const first = errors[0];
  if (first) throw new ProblemError('invalid-input', { detail: `${first.pointer}: ${first.detail}`, errors });
  return labelDocument(label);
}

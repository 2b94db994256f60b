import { stringifyPrintValues, type Moment, type PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { Counters } from '../counters/counters.ts';
import type { LabelDocument, NamedLabel } from '../preparation/label-documents.ts';
import type { PrintPreparation } from '../preparation/print-preparation.ts';
import type { SelectedRow } from '../preparation/selected-rows.ts';

/** The most rows of a frozen job: writing more would block the other printers. */
export const MAX_FROZEN_ROWS = 10_000;
const ROWS_PER_STATEMENT = 100;

/** A row of a frozen job, with its label at the time of the selection. */
export type FrozenRow = Omit<SelectedRow, 'wanted'> & NamedLabel;

export interface FreezingDeps {
  preparation: PrintPreparation;
  counters: Counters;
}

/** Freezes jobs: stores labels and values at the time of the selection, so that later changes do not affect their prints. */
export class Freezing {
  readonly #deps: FreezingDeps;

  constructor(deps: FreezingDeps) {
    this.#deps = deps;
  }

  /** Stores every row with its label and values. Counters advance once per row; all copies of a row are equal. */
  async freeze(job: string, { rows, moment }: { rows: readonly FrozenRow[]; moment: Moment }, trx: ControllerTransaction): Promise<void> {
    const { preparation, counters } = this.#deps;
    const documents = new Map(rows.map(({ document }) => [document.hash, document]));
    const values = new Map<string, PrintValues>();
    for (const document of documents.values()) {
      await storeDocument(document, trx);
      values.set(document.hash, await preparation.availableValues({ document, row: undefined, moment }, trx));
    }
    const run = await counters.begin(
      [...documents.values()].flatMap(({ needs }) => needs.counters),
      trx,
    );
    const stored = rows.map(({ document, row, copies, labelName, revision }, position) => {
      const labelValues = values.get(document.hash);
      if (!labelValues) throw new Error('A row is frozen without its label.');
      const ofRow = { ...labelValues, counters: run.take(document.needs.counters), row: row?.cells };
      return {
        job,
        position,
        row: row?.row ?? null,
        label_name: labelName,
        label_revision: revision,
        document_hash: document.hash,
        print_values: stringifyPrintValues(ofRow),
        copies,
      };
    });
    await counters.finish(run, trx);
    for (let start = 0; start < stored.length; start += ROWS_PER_STATEMENT) {
      await trx
        .insertInto('frozen_rows')
        .values(stored.slice(start, start + ROWS_PER_STATEMENT))
        .execute();
    }
  }
}

async function storeDocument({ hash, text }: LabelDocument, trx: ControllerTransaction): Promise<void> {
  await trx
    .insertInto('label_documents')
    .values({ hash, document: text })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

import { stringifyPrintValues, type Moment, type PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { ControllerTransaction } from '#storage/controller-schema.ts';
import type { Counters } from '../counters/counters.ts';
import type { LabelDocument, NamedLabel } from './label-documents.ts';
import type { Preparation } from './preparation.ts';
import type { SelectedRow } from './selected-rows.ts';

/** More would hold up every other line while they are written. */
export const MOST_FROZEN_ROWS = 10_000;
const ROWS_PER_STATEMENT = 100;

/** A row of a frozen job with its label as it is at the selection. */
export type FrozenRow = SelectedRow & NamedLabel;

export interface FreezingRooms {
  preparation: Preparation;
  counters: Counters;
}

/** Takes what a job prints as it is now: nothing that changes later changes its prints. */
export class Freezing {
  readonly #rooms: FreezingRooms;

  constructor(rooms: FreezingRooms) {
    this.#rooms = rooms;
  }

  /** Writes down every row with its label and its values. Counters advance once for each row; its copies are alike. */
  async freeze(job: string, { rows, moment }: { rows: readonly FrozenRow[]; moment: Moment }, trx: ControllerTransaction): Promise<void> {
    const { preparation, counters } = this.#rooms;
    const documents = new Map(rows.map(({ document }) => [document.hash, document]));
    const values = new Map<string, PrintValues>();
    for (const document of documents.values()) {
      await storeDocument(document, trx);
      values.set(document.hash, await preparation.knownValues({ document, row: undefined, moment }, trx));
    }
    const run = await counters.begin(
      [...documents.values()].flatMap(({ needs }) => needs.counters),
      trx,
    );
    const stored = rows.map(({ document, row, copies, labelName, revision }, position) => {
      const known = values.get(document.hash);
      if (!known) throw new Error('A row is frozen without its label.');
      const ofRow = { ...known, counters: run.take(document.needs.counters), row: row?.cells };
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

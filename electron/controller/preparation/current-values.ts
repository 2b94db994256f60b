import type { Moment, PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { LabelDocument } from './label-documents.ts';
import type { PrintPreparation } from './print-preparation.ts';

/** The values of one moment, for selections that are checked together: the values of each label are read once. */
export class CurrentValues {
  readonly #preparation: PrintPreparation;
  readonly #db: ControllerTransaction | undefined;
  readonly #values = new Map<string, Promise<PrintValues>>();
  #moment: Promise<Moment> | undefined;

  /** `db` is the transaction for all reads; it is undefined for a range of rows, which takes longer. */
  constructor(preparation: PrintPreparation, db: ControllerTransaction | undefined) {
    this.#preparation = preparation;
    this.#db = db;
  }

  moment(): Promise<Moment> {
    return (this.#moment ??= this.#preparation.moment(undefined, this.#db));
  }

  /** The available values of a label, without a row; the same object for the same label. */
  of(document: LabelDocument): Promise<PrintValues> {
    const values = this.#values.get(document.hash) ?? this.#read(document);
    this.#values.set(document.hash, values);
    return values;
  }

  async #read(document: LabelDocument): Promise<PrintValues> {
    return this.#preparation.availableValues({ document, row: undefined, moment: await this.moment() }, this.#db);
  }
}

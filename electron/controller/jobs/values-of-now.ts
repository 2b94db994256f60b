import type { Moment, PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { ControllerTransaction } from '#storage/controller-schema.ts';
import type { LabelDocument } from './label-documents.ts';
import type { Preparation } from './preparation.ts';

/** The values of one moment for all that is looked up together: what a label shows is read once, whoever selects it. */
export class ValuesOfNow {
  readonly #preparation: Preparation;
  readonly #db: ControllerTransaction | undefined;
  readonly #values = new Map<string, Promise<PrintValues>>();
  #moment: Promise<Moment> | undefined;

  /** `db` is the transaction in which everything is read; there is none for a range, which takes its time. */
  constructor(preparation: Preparation, db: ControllerTransaction | undefined) {
    this.#preparation = preparation;
    this.#db = db;
  }

  moment(): Promise<Moment> {
    return (this.#moment ??= this.#preparation.moment(undefined, this.#db));
  }

  /** What there is of what the label shows, without a row; the very same values for the same label. */
  of(document: LabelDocument): Promise<PrintValues> {
    const known = this.#values.get(document.hash) ?? this.#read(document);
    this.#values.set(document.hash, known);
    return known;
  }

  async #read(document: LabelDocument): Promise<PrintValues> {
    return this.#preparation.knownValues({ document, row: undefined, moment: await this.moment() }, this.#db);
  }
}

import type { Selectable } from 'kysely';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';

export type StoredComparison = Selectable<ControllerSchema['label_comparisons']>;

/** A label that has to be drawn. */
export interface DueLabel {
  name: string;
  revision: number;
  /** The label as JSON. */
  document: string;
}

/** What labels are drawn with at present. */
export interface DrawnWith {
  drawing: string;
  fontSet: string;
}

/** The columns of a list: all but the pictures and what they were drawn with. */
const LISTED = [
  ...(['name', 'revision', 'outcome', 'detail', 'is_changed', 'is_font_replaced'] as const),
  ...(['version_before', 'version', 'made', 'accepted', 'accepted_by'] as const),
] as const;
export type ListedComparison = Pick<StoredComparison, (typeof LISTED)[number]>;

/** Stores how every label was drawn last. A comparison of an earlier document of a label does not count. */
export class ComparisonStore {
  readonly #db: ControllerDatabase;

  constructor(db: ControllerDatabase) {
    this.#db = db;
  }

  /** Labels that were never drawn in their current form, or with other fonts or another program. */
  async due(now: DrawnWith, limit: number): Promise<DueLabel[]> {
    const columns = ['labels.name', 'labels.revision', 'labels.document'] as const;
    return this.#due(now).select(columns).orderBy('labels.name').limit(limit).execute();
  }

  /** How many labels those are. */
  async countDue(now: DrawnWith): Promise<number> {
    const { count } = await this.#due(now)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Every label that was drawn again, by name. */
  async list(): Promise<ListedComparison[]> {
    const columns = LISTED.map((column) => `label_comparisons.${column}` as const);
    return this.#current().select(columns).where('outcome', '!=', 'new').orderBy('label_comparisons.name').execute();
  }

  /** How the current form of a label was drawn last. */
  async find(name: string, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<StoredComparison | undefined> {
    return this.#current(db).selectAll('label_comparisons').where('label_comparisons.name', '=', name).executeTakeFirst();
  }

  /**
   * The comparison of a document: that of the label itself, otherwise one that no label has any more because it was renamed or changed
   * back.
   */
  async ofDocument(name: string, hash: string): Promise<StoredComparison | undefined> {
    const comparisons = await this.#db
      .selectFrom('label_comparisons')
      .leftJoin('labels', (join) =>
        join.onRef('labels.name', '=', 'label_comparisons.name').onRef('labels.revision', '=', 'label_comparisons.revision'),
      )
      .selectAll('label_comparisons')
      .where('document_hash', '=', hash)
      .where((is) => is.or([is('labels.name', 'is', null), is('label_comparisons.name', '=', name)]))
      .execute();
    return comparisons.find((comparison) => comparison.name === name) ?? comparisons[0];
  }

  async keep(comparisons: readonly StoredComparison[], trx: ControllerTransaction): Promise<void> {
    for (const comparison of comparisons) {
      await trx
        .insertInto('label_comparisons')
        .values(comparison)
        .onConflict((conflict) => conflict.column('name').doUpdateSet(comparison))
        .execute();
    }
  }

  /** Deletes the comparisons of labels that no longer exist. */
  async sweep(): Promise<void> {
    await inTransaction(this.#db, (trx) =>
      trx.deleteFrom('label_comparisons').where('name', 'not in', trx.selectFrom('labels').select('name')).execute(),
    );
  }

  async accept(name: string, { at, by }: { at: number; by: string }, trx: ControllerTransaction): Promise<void> {
    await trx.updateTable('label_comparisons').set({ accepted: at, accepted_by: by }).where('name', '=', name).execute();
  }

  #due({ drawing, fontSet }: DrawnWith) {
    return this.#db
      .selectFrom('labels')
      .leftJoin('label_comparisons', (join) =>
        join.onRef('labels.name', '=', 'label_comparisons.name').onRef('labels.revision', '=', 'label_comparisons.revision'),
      )
      .where((is) =>
        is.or([
          is('label_comparisons.name', 'is', null),
          is('label_comparisons.drawing', '!=', drawing),
          is('label_comparisons.font_set', '!=', fontSet),
        ]),
      );
  }

  #current(db: ControllerDatabase | ControllerTransaction = this.#db) {
    return db
      .selectFrom('label_comparisons')
      .innerJoin('labels', (join) =>
        join.onRef('labels.name', '=', 'label_comparisons.name').onRef('labels.revision', '=', 'label_comparisons.revision'),
      );
  }
}

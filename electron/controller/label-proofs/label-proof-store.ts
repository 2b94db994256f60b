import type { Selectable } from 'kysely';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/controller-schema.ts';
import { inTransaction } from '#storage/in-transaction.ts';

export type StoredProof = Selectable<ControllerSchema['label_proofs']>;

/** A label that has to be drawn. */
export interface DueLabel {
  name: string;
  revision: number;
  /** The label as JSON. */
  document: string;
}

/** What labels are drawn with now. */
export interface DrawnWith {
  drawing: string;
  fontSet: string;
}

/** What a list tells of a label: all but its pictures and what they were drawn with. */
const TOLD = [
  ...(['name', 'revision', 'outcome', 'detail', 'is_changed', 'is_font_replaced'] as const),
  ...(['version_before', 'version', 'made', 'accepted', 'accepted_by'] as const),
] as const;
export type ToldProof = Pick<StoredProof, (typeof TOLD)[number]>;

/** Keeps how every label was drawn last. A proof of what a label was before counts for nothing. */
export class LabelProofStore {
  readonly #db: ControllerDatabase;

  constructor(db: ControllerDatabase) {
    this.#db = db;
  }

  /** Labels that were never drawn as they stand now, or with something else. */
  async due(now: DrawnWith, limit: number): Promise<DueLabel[]> {
    const columns = ['labels.name', 'labels.revision', 'labels.document'] as const;
    return this.#due(now).select(columns).orderBy('labels.name').limit(limit).execute();
  }

  /** How many those are. */
  async countDue(now: DrawnWith): Promise<number> {
    const { count } = await this.#due(now)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Every label that was drawn again, by name. */
  async list(): Promise<ToldProof[]> {
    const columns = TOLD.map((column) => `label_proofs.${column}` as const);
    return this.#current().select(columns).where('outcome', '!=', 'new').orderBy('label_proofs.name').execute();
  }

  /** How a label was drawn last, as it stands now. */
  async find(name: string, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<StoredProof | undefined> {
    return this.#current(db).selectAll('label_proofs').where('label_proofs.name', '=', name).executeTakeFirst();
  }

  /** The proof of a document: that of the label itself, else one that no label has any more, since it was renamed or put as it was. */
  async ofDocument(name: string, hash: string): Promise<StoredProof | undefined> {
    const proofs = await this.#db
      .selectFrom('label_proofs')
      .leftJoin('labels', (join) =>
        join.onRef('labels.name', '=', 'label_proofs.name').onRef('labels.revision', '=', 'label_proofs.revision'),
      )
      .selectAll('label_proofs')
      .where('document_hash', '=', hash)
      .where((is) => is.or([is('labels.name', 'is', null), is('label_proofs.name', '=', name)]))
      .execute();
    return proofs.find((proof) => proof.name === name) ?? proofs[0];
  }

  async keep(proofs: readonly StoredProof[], trx: ControllerTransaction): Promise<void> {
    for (const proof of proofs) {
      await trx
        .insertInto('label_proofs')
        .values(proof)
        .onConflict((conflict) => conflict.column('name').doUpdateSet(proof))
        .execute();
    }
  }

  /** Forgets what was proved of labels that there are not. */
  async sweep(): Promise<void> {
    await inTransaction(this.#db, (trx) =>
      trx.deleteFrom('label_proofs').where('name', 'not in', trx.selectFrom('labels').select('name')).execute(),
    );
  }

  async accept(name: string, { at, by }: { at: number; by: string }, trx: ControllerTransaction): Promise<void> {
    await trx.updateTable('label_proofs').set({ accepted: at, accepted_by: by }).where('name', '=', name).execute();
  }

  #due({ drawing, fontSet }: DrawnWith) {
    return this.#db
      .selectFrom('labels')
      .leftJoin('label_proofs', (join) =>
        join.onRef('labels.name', '=', 'label_proofs.name').onRef('labels.revision', '=', 'label_proofs.revision'),
      )
      .where((is) =>
        is.or([is('label_proofs.name', 'is', null), is('label_proofs.drawing', '!=', drawing), is('label_proofs.font_set', '!=', fontSet)]),
      );
  }

  #current(db: ControllerDatabase | ControllerTransaction = this.#db) {
    return db
      .selectFrom('label_proofs')
      .innerJoin('labels', (join) =>
        join.onRef('labels.name', '=', 'label_proofs.name').onRef('labels.revision', '=', 'label_proofs.revision'),
      );
  }
}

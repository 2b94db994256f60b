import { labelSchema, storedLabelSchema, type Label } from '#contract/api-v3/label.ts';
import type { LabelVersionsPage, LabelVersionsQuery } from '#contract/api-v3/label-version.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { NewName } from '../platform/rename-row.ts';
import { readStored, tryStored } from '../stored-content/stored-json.ts';
import { approvalRecords } from './approval-records.ts';

/** A version to store. */
export interface NewVersion {
  name: string;
  revision: number;
  /** The label as JSON. */
  document: string;
  /** Empty when the client sent none. */
  author: string;
  /** Milliseconds since the epoch. */
  created: number;
}

/** All versions of all labels. A version is written once, and stays when its label is deleted. */
export class LabelVersions {
  readonly #db: ControllerDatabase;

  constructor({ db }: { db: ControllerDatabase }) {
    this.#db = db;
  }

  /** Joins the transaction that puts the label. */
  async add(version: NewVersion, trx: ControllerTransaction): Promise<void> {
    await trx.insertInto('label_versions').values(version).execute();
  }

  /**
   * Moves all versions of a label and the decisions about them to another name and returns by how much their numbers grew. Name and revision always identify one
   * document, even if a label of that name existed before. Joins the transaction that renames the label.
   */
  async move({ name, to }: NewName, trx: ControllerTransaction): Promise<number> {
    const used = await trx.selectFrom('label_revisions').select('revision').where('name', '=', to).executeTakeFirst();
    const oldest = await trx
      .selectFrom('label_versions')
      .select('revision')
      .where('name', '=', name)
      .orderBy('revision')
      .executeTakeFirst();
    const shift = Math.max(0, (used?.revision ?? 0) - (oldest?.revision ?? 1) + 1);
    await trx
      .updateTable('label_versions')
      .set((values) => ({ name: to, revision: values('revision', '+', shift) }))
      .where('name', '=', name)
      .execute();
    await trx
      .updateTable('label_approvals')
      .set((values) => ({ label: to, revision: values('revision', '+', shift) }))
      .where('label', '=', name)
      .execute();
    return shift;
  }

  /** A page of versions, newest first. Throws `not-found` for a label that never existed. */
  async page(name: string, { before, limit }: LabelVersionsQuery): Promise<LabelVersionsPage> {
    const current = await this.#db.selectFrom('labels').select('revision').where('name', '=', name).executeTakeFirst();
    const newest = await this.#db.selectFrom('label_versions').select('revision').where('name', '=', name).executeTakeFirst();
    if (!newest) throw missing(name);
    let query = this.#db
      .selectFrom('label_versions')
      .select(['revision', 'author', 'created', 'approval'])
      .where('name', '=', name)
      .orderBy('revision', 'desc')
      .limit(limit + 1);
    if (before !== undefined) query = query.where('revision', '<', before);
    const rows = await query.execute();
    const shown = rows.slice(0, limit);
    const decisions = await approvalRecords(
      name,
      shown.map(({ revision }) => revision),
      this.#db,
    );
    const versions = shown.map(({ revision, author, created, approval }) => ({
      revision,
      author,
      created: new Date(created).toISOString(),
      isCurrent: revision === current?.revision,
      approval,
      decisions: decisions.get(revision) ?? [],
    }));
    return { versions, next: rows.length > limit ? (versions.at(-1)?.revision ?? null) : null };
  }

  /** A version of a label. Throws `not-found`. */
  async get(name: string, revision: number, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<Label> {
    const document = await this.#find(name, revision, db);
    if (document === undefined) throw missing(name, revision);
    return readStored(storedLabelSchema, document, { title: `version ${revision} of the label "${name}"` }) as Label;
  }

  /** The same; undefined for a version that does not exist or that this version of Strobe cannot use. */
  async findUsable(name: string, revision: number, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<Label | undefined> {
    const document = await this.#find(name, revision, db);
    const read = document === undefined ? undefined : tryStored(labelSchema, document);
    return read && 'value' in read ? read.value : undefined;
  }

  async #find(name: string, revision: number, db: ControllerDatabase | ControllerTransaction): Promise<string | undefined> {
    const query = db.selectFrom('label_versions').select('document').where('name', '=', name).where('revision', '=', revision);
    return (await query.executeTakeFirst())?.document;
  }
}

function missing(name: string, revision?: number): ProblemError {
  const instance = `/api/v3/labels/${encodeURIComponent(name)}/versions`;
  if (revision === undefined) return new ProblemError('not-found', { detail: `There is no version of a label "${name}".`, instance });
  const detail = `There is no version ${revision} of the label "${name}".`;
  return new ProblemError('not-found', { detail, instance: `${instance}/${revision}` });
}

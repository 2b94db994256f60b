import type { Label } from '#contract/api-v3/label.ts';
import type { LabelVersionsPage, LabelVersionsQuery } from '#contract/api-v3/label-version.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/controller-schema.ts';

/** What a version is written down with. */
export interface NewVersion {
  name: string;
  revision: number;
  /** The label as JSON. */
  document: string;
  /** Empty when nobody said who it was. */
  author: string;
  /** Milliseconds since the epoch. */
  created: number;
}

/** Every document that a label ever was. A version is written once, and stays when its label is deleted. */
export class LabelVersions {
  readonly #db: ControllerDatabase;

  constructor({ db }: { db: ControllerDatabase }) {
    this.#db = db;
  }

  /** Joins the transaction that puts the label. */
  async add(version: NewVersion, trx: ControllerTransaction): Promise<void> {
    await trx.insertInto('label_versions').values(version).execute();
  }

  /** Newest first. Throws `not-found` for a label that never was. */
  async page(name: string, { before, limit }: LabelVersionsQuery): Promise<LabelVersionsPage> {
    const current = await this.#db.selectFrom('labels').select('revision').where('name', '=', name).executeTakeFirst();
    const newest = await this.#db.selectFrom('label_versions').select('revision').where('name', '=', name).executeTakeFirst();
    if (!newest) throw missing(name);
    let query = this.#db
      .selectFrom('label_versions')
      .select(['revision', 'author', 'created'])
      .where('name', '=', name)
      .orderBy('revision', 'desc')
      .limit(limit + 1);
    if (before !== undefined) query = query.where('revision', '<', before);
    const rows = await query.execute();
    const versions = rows.slice(0, limit).map(({ revision, author, created }) => ({
      revision,
      author,
      created: new Date(created).toISOString(),
      isCurrent: revision === current?.revision,
    }));
    return { versions, next: rows.length > limit ? (versions.at(-1)?.revision ?? null) : null };
  }

  /** The label as it was. Throws `not-found`. */
  async get(name: string, revision: number): Promise<Label> {
    const row = await this.#db
      .selectFrom('label_versions')
      .select('document')
      .where('name', '=', name)
      .where('revision', '=', revision)
      .executeTakeFirst();
    if (!row) throw missing(name, revision);
    return JSON.parse(row.document) as Label;
  }
}

function missing(name: string, revision?: number): ProblemError {
  const instance = `/api/v3/labels/${encodeURIComponent(name)}/versions`;
  if (revision === undefined) return new ProblemError('not-found', { detail: `There is no version of a label "${name}".`, instance });
  const detail = `There is no version ${revision} of the label "${name}".`;
  return new ProblemError('not-found', { detail, instance: `${instance}/${revision}` });
}

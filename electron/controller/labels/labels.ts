import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { ProblemError } from '#contract/problem.ts';
import { labelSchema, storedLabelSchema, type Label, type LabelSummary } from '#contract/api-v3/label.ts';
import { labelNeeds } from '#rendering/label/label-needs.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { CachedRead } from '#storage/database/cached-query.ts';
import { Statement } from '#storage/database/statement.ts';
import { noPublish, type Publish } from '../events/events.ts';
import { readStored, tryStored, type StoredThing } from '../stored-content/stored-json.ts';
import { renameRow, type NewName } from '../platform/rename-row.ts';
import { loadLabelCheck } from './label-check.ts';
import type { LabelVersions } from './label-versions.ts';

/** A summary has a few hundred bytes. */
const MAX_SUMMARIES = 10_000;

const NAMED = { table: 'labels', word: 'label', path: 'labels' };

const REVISION = new Statement<{ revision: number }>('SELECT revision FROM labels WHERE name = ?1');
const REVISIONS = new CachedRead('labels', async (db: ControllerDatabase | ControllerTransaction, name) => {
  return (await REVISION.first(db, name))?.revision;
});

type LabelContent = Omit<LabelSummary, 'approval' | 'approvedRevision'>;

interface LabelRow {
  name: string;
  /** The label as JSON. */
  document: string;
  revision: number;
  /** Milliseconds since the epoch. */
  modified: number;
}

/** A label as it was put last. */
export interface StoredLabel {
  label: Label;
  /** Grows by one with each put, also across a removal, so name and revision always identify one document. */
  revision: number;
  /** When it was put, in milliseconds since the epoch. */
  modified: number;
}

export interface LabelPut {
  /** Who changes it; empty when unknown. */
  author?: string;
  /** The caller's transaction. */
  db?: ControllerDatabase | ControllerTransaction;
}

/** Runs the tests that a label contains. */
export interface LabelTester {
  /**
   * Throws `label-test-failed` with an error for every object that does not show what is expected. `what` names the label in the message.
   */
  refuse: (label: Label, what: string, db?: ControllerDatabase | ControllerTransaction) => Promise<void>;
}

export interface LabelsOptions {
  db: ControllerDatabase;
  /** Milliseconds since the epoch. */
  now: () => number;
  versions: LabelVersions;
  tests: LabelTester;
  publish?: Publish;
}

/** Label documents by name, stored unchanged: keys that this version does not know are returned as well. */
export class Labels {
  readonly #db: ControllerDatabase;
  readonly #now: () => number;
  readonly #versions: LabelVersions;
  readonly #tests: LabelTester;
  readonly #publish: Publish;
  /** By name, revision and time, which identify a document. */
  readonly #summaries = new LRUCache<string, LabelContent>({ max: MAX_SUMMARIES });

  constructor({ db, now, versions, tests, publish = noPublish }: LabelsOptions) {
    this.#db = db;
    this.#publish = publish;
    this.#now = now;
    this.#versions = versions;
    this.#tests = tests;
  }

  /** All labels, sorted by name; one that cannot be used is listed without a size. */
  async list(db: ControllerDatabase | ControllerTransaction = this.#db): Promise<[string, LabelSummary][]> {
    const rows = await db
      .selectFrom('labels')
      .leftJoin('label_versions as version', (join) =>
        join.onRef('version.name', '=', 'labels.name').onRef('version.revision', '=', 'labels.revision'),
      )
      .selectAll('labels')
      .select(['version.approval', newestApproved])
      .orderBy('labels.name')
      .execute();
    return rows.map(({ approval, approved, ...row }) => [
      row.name,
      { ...this.#summary(row), approval: approval ?? 'draft', approvedRevision: approved },
    ]);
  }

  /** Reads a document once, because a list is asked for far more often than a label changes. */
  #summary({ name, document, revision, modified }: LabelRow): LabelContent {
    const version = JSON.stringify([name, revision, modified]);
    const cached = this.#summaries.get(version);
    if (cached) return cached;
    const summary = { ...sizeOf(document), modified: new Date(modified).toISOString(), revision, columns: columnsOf(document) };
    this.#summaries.set(version, summary);
    return summary;
  }

  /** The label as it is stored, even if this version cannot use it. Throws `content-unusable` when it is not a document at all. */
  async find(name: string, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<StoredLabel | undefined> {
    const row = await db.selectFrom('labels').selectAll().where('name', '=', name).executeTakeFirst();
    if (!row) return undefined;
    return { label: readStored(storedLabelSchema, row.document, titled(name)) as Label, revision: row.revision, modified: row.modified };
  }

  /** The same; undefined also for a label that this version cannot use. */
  async findUsable(name: string, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<StoredLabel | undefined> {
    const row = await db.selectFrom('labels').selectAll().where('name', '=', name).executeTakeFirst();
    const read = row && tryStored(labelSchema, row.document);
    if (!row || !read || 'fault' in read) return undefined;
    return { label: read.value, revision: row.revision, modified: row.modified };
  }

  /** The revision tells whether a label has changed since it was read. Throws `not-found`. */
  async revision(name: string, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<number> {
    const revision = await this.findRevision(name, db);
    if (revision === undefined) throw missing(name);
    return revision;
  }

  /** As `revision`; undefined when the label does not exist. */
  async findRevision(name: string, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<number | undefined> {
    return REVISIONS.get(db, name);
  }

  /** Throws `not-found`. */
  async get(name: string, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<StoredLabel> {
    const stored = await this.find(name, db);
    if (!stored) throw missing(name);
    return stored;
  }

  /**
   * Creates or replaces the label, and stores it as a version. Throws `invalid-input` with every fault that does not depend on values, and
   * `label-test-failed` with the failures of its tests; then nothing changes.
   */
  async put(name: string, label: Label, { author = '', db = this.#db }: LabelPut = {}): Promise<'created' | 'replaced'> {
    await refuseFaults(label);
    await this.#tests.refuse(label, `The label "${name}" was not stored`, db);
    const document = JSON.stringify(label);
    const modified = this.#now();
    return inTransaction(db, async (trx) => {
      const revision = await nextRevision(name, trx);
      this.#publish({ type: 'label:changed', name }, trx);
      await this.#versions.add({ name, revision, document, author, created: modified }, trx);
      const values = { document, revision, modified };
      const { numUpdatedRows } = await trx.updateTable('labels').set(values).where('name', '=', name).executeTakeFirst();
      if (numUpdatedRows > 0n) return 'replaced';
      await trx
        .insertInto('labels')
        .values({ name, ...values })
        .execute();
      return 'created';
    });
  }

  /** Throws `not-found`. The caller checks whether a job still uses the label. */
  async remove(name: string, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<void> {
    await inTransaction(db, async (trx) => {
      const { numDeletedRows } = await trx.deleteFrom('labels').where('name', '=', name).executeTakeFirst();
      if (numDeletedRows === 0n) throw missing(name);
      this.#publish({ type: 'label:removed', name }, trx);
    });
  }

  /**
   * Moves the versions too; their numbers grow by the result, which is above 0 if the new name had versions before. Throws `not-found` and
   * `name-taken`. The caller checks whether the old name is still used.
   */
  async rename(change: NewName, trx: ControllerTransaction): Promise<number> {
    const { name, to } = change;
    if (!(await renameRow(NAMED, change, trx))) throw missing(name);
    this.#publish({ type: 'label:renamed', name, to }, trx);
    const shift = await this.#versions.move(change, trx);
    const { revision } = await trx
      .updateTable('labels')
      .set((values) => ({ revision: values('revision', '+', shift) }))
      .where('name', '=', to)
      .returning('revision')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('label_revisions')
      .values({ name: to, revision })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ revision }))
      .execute();
    return shift;
  }
}

/** A literal: SQLite does not use the partial index of approved versions for a bound parameter. */
const newestApproved = sql<number | null>`
  (SELECT max(revision) FROM label_versions WHERE name = labels.name AND approval = 'approved')`.as('approved');

async function nextRevision(name: string, trx: ControllerTransaction): Promise<number> {
  const { revision } = await trx
    .insertInto('label_revisions')
    .values({ name, revision: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((values) => ({ revision: values('label_revisions.revision', '+', 1) })))
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
}

const sizeSchema = z.looseObject({ width: z.number(), height: z.number() });

function sizeOf(document: string): { width: number; height: number } {
  const read = tryStored(sizeSchema, document);
  return 'fault' in read ? { width: 0, height: 0 } : { width: read.value.width, height: read.value.height };
}

function columnsOf(document: string): string[] {
  const read = tryStored(labelSchema, document);
  return 'fault' in read ? [] : labelNeeds(read.value).columns;
}

function titled(name: string): StoredThing {
  return { title: `label "${name}"`, instance: `/api/v3/labels/${encodeURIComponent(name)}` };
}

async function refuseFaults(label: Label): Promise<void> {
  const { checkLabel } = await loadLabelCheck();
  const errors = checkLabel(label);
  const first = errors[0];
  if (first) throw new ProblemError('invalid-input', { detail: `${first.pointer}: ${first.detail}`, errors });
}

function missing(name: string): ProblemError {
  return new ProblemError('not-found', {
    detail: `There is no label "${name}".`,
    instance: `/api/v3/labels/${encodeURIComponent(name)}`,
  });
}

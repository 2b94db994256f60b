import { z } from 'zod';
import { draftSchema, type Draft, type DraftPlace } from '#contract/station/drafts.ts';
import { ProblemError } from '#contract/problem.ts';
import { Statement } from '#storage/statement.ts';
import type { StationDatabase } from '#storage/station-schema.ts';
import { tryStored } from '../stored-json.ts';

export type DraftDocument = Record<string, unknown>;
const storedDocumentSchema = z.record(z.string(), z.unknown());

/** What is to be saved, and what the person began from: null for something new. */
export interface DraftContent {
  content: DraftDocument;
  base: DraftDocument | null;
}

const BYTES = new Statement<{ bytes: number }>(
  'SELECT coalesce(sum(octet_length(content) + coalesce(octet_length(base), 0)), 0) AS bytes FROM drafts',
);

/** The drafts in the station's database. What is stored is stored when the promise resolves: a power cut takes nothing back. */
export class DraftStore {
  readonly #db: StationDatabase;

  constructor(db: StationDatabase) {
    this.#db = db;
  }

  /** Those that this version knows, oldest first. */
  async list(): Promise<Draft[]> {
    const rows = await this.#db
      .selectFrom('drafts')
      .select(['connection', 'kind', 'name', 'state', 'reason', 'person', 'saved_at as savedAt'])
      .orderBy('saved_at')
      .execute();
    return rows.flatMap((row) => draftSchema.safeParse(row).data ?? []);
  }

  /** Throws `content-unusable`. */
  async content({ connection, kind, name }: DraftPlace): Promise<DraftContent | undefined> {
    const row = await this.#db
      .selectFrom('drafts')
      .select(['content', 'base'])
      .where('connection', '=', connection)
      .where('kind', '=', kind)
      .where('name', '=', name)
      .executeTakeFirst();
    return row && { content: read(name, row.content), base: row.base === null ? null : read(name, row.base) };
  }

  /** Bytes of all drafts. Nothing but the heads of the rows is read. */
  async bytes(): Promise<number> {
    const found = await BYTES.first(this.#db);
    return found?.bytes ?? 0;
  }

  async save({ connection, kind, name, state, reason, person, savedAt }: Draft, { content, base }: DraftContent): Promise<void> {
    const values = {
      state,
      reason,
      person,
      saved_at: Math.round(savedAt),
      content: JSON.stringify(content),
      base: base && JSON.stringify(base),
    };
    await this.#db
      .insertInto('drafts')
      .values({ connection, kind, name, ...values })
      .onConflict((conflict) => conflict.columns(['connection', 'kind', 'name']).doUpdateSet(values))
      .execute();
  }

  async mark({ connection, kind, name, state, reason }: Draft): Promise<void> {
    await this.#db
      .updateTable('drafts')
      .set({ state, reason })
      .where('connection', '=', connection)
      .where('kind', '=', kind)
      .where('name', '=', name)
      .execute();
  }

  async remove({ connection, kind, name }: DraftPlace): Promise<void> {
    await this.#db.deleteFrom('drafts').where('connection', '=', connection).where('kind', '=', kind).where('name', '=', name).execute();
  }
}

function read(name: string, text: string): DraftDocument {
  const document = tryStored(storedDocumentSchema, text);
  if (document) return document;
  throw new ProblemError('content-unusable', {
    detail: `The unsaved edit of "${name}" cannot be read by this version. Discard it, or install the version that stored it.`,
  });
}

import { z } from 'zod';
import { unsavedEditSchema, type UnsavedEdit, type UnsavedEditPlace } from '#contract/station/unsaved-edits.ts';
import { ProblemError } from '#contract/problem.ts';
import { Statement } from '#storage/database/statement.ts';
import type { StationDatabase } from '#storage/database/station-schema.ts';
import { parseStored } from '../platform/stored-json.ts';

export type UnsavedEditDocument = Record<string, unknown>;
const storedDocumentSchema = z.record(z.string(), z.unknown());

/** The edited document, and the one that the edit started from (null for a new one). */
export interface UnsavedEditContent {
  content: UnsavedEditDocument;
  base: UnsavedEditDocument | null;
}

const BYTES = new Statement<{ bytes: number }>(
  'SELECT coalesce(sum(octet_length(content) + coalesce(octet_length(base), 0)), 0) AS bytes FROM unsaved_edits',
);

/** The unsaved edits in the station's database. Once a method has resolved, its change survives a power cut. */
export class UnsavedEditStore {
  readonly #db: StationDatabase;

  constructor(db: StationDatabase) {
    this.#db = db;
  }

  /** The edits that this version can read, oldest first. */
  async list(): Promise<UnsavedEdit[]> {
    const rows = await this.#db
      .selectFrom('unsaved_edits')
      .select(['connection', 'kind', 'name', 'state', 'reason', 'person', 'saved_at as savedAt'])
      .orderBy('saved_at')
      .execute();
    return rows.flatMap((row) => unsavedEditSchema.safeParse(row).data ?? []);
  }

  /** Undefined when there is no such edit. Throws `content-unusable` for one that this version cannot read. */
  async content({ connection, kind, name }: UnsavedEditPlace): Promise<UnsavedEditContent | undefined> {
    const row = await this.#db
      .selectFrom('unsaved_edits')
      .select(['content', 'base'])
      .where('connection', '=', connection)
      .where('kind', '=', kind)
      .where('name', '=', name)
      .executeTakeFirst();
    return row && { content: parseDocument(name, row.content), base: row.base === null ? null : parseDocument(name, row.base) };
  }

  /** Total size of all unsaved edits. `octet_length` reads the row headers only. */
  async bytes(): Promise<number> {
    const found = await BYTES.first(this.#db);
    return found?.bytes ?? 0;
  }

  async save(
    { connection, kind, name, state, reason, person, savedAt }: UnsavedEdit,
    { content, base }: UnsavedEditContent,
  ): Promise<void> {
    const values = {
      state,
      reason,
      person,
      saved_at: Math.round(savedAt),
      content: JSON.stringify(content),
      base: base && JSON.stringify(base),
    };
    await this.#db
      .insertInto('unsaved_edits')
      .values({ connection, kind, name, ...values })
      .onConflict((conflict) => conflict.columns(['connection', 'kind', 'name']).doUpdateSet(values))
      .execute();
  }

  async setState({ connection, kind, name, state, reason }: UnsavedEdit): Promise<void> {
    await this.#db
      .updateTable('unsaved_edits')
      .set({ state, reason })
      .where('connection', '=', connection)
      .where('kind', '=', kind)
      .where('name', '=', name)
      .execute();
  }

  async remove({ connection, kind, name }: UnsavedEditPlace): Promise<void> {
    await this.#db
      .deleteFrom('unsaved_edits')
      .where('connection', '=', connection)
      .where('kind', '=', kind)
      .where('name', '=', name)
      .execute();
  }
}

function parseDocument(name: string, text: string): UnsavedEditDocument {
  const document = parseStored(storedDocumentSchema, text);
  if (document) return document;
  throw new ProblemError('content-unusable', {
    detail: `This version cannot read the unsaved edit of "${name}". Discard it, or install the version that stored it.`,
  });
}

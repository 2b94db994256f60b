import { z } from 'zod';
import { preflightFindingSchema, preflightSchema, type Preflight, type PreflightFinding } from '#contract/api-v3/preflight.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { contentUnusable, readStored, tryStored } from '../stored-content/stored-json.ts';

/** The most pre-flights that are stored. */
const MAX_STORED = 50;

/** A pre-flight with its outcome, and the versions of its inputs. */
export interface PreflightRecord {
  outcome: Omit<Preflight, 'isCurrent'>;
  tableVersion: string;
  labels: readonly { name: string; hash: string }[];
}

/** Stores the newest pre-flights that have ended. */
export class PreflightStore {
  readonly #db: ControllerDatabase;

  constructor(db: ControllerDatabase) {
    this.#db = db;
  }

  async store({ outcome, tableVersion, labels }: PreflightRecord, findings: readonly PreflightFinding[]): Promise<void> {
    const row = {
      ...{ id: outcome.id, table_name: outcome.tableName, started: Date.parse(outcome.started), table_version: tableVersion },
      ...{ outcome: JSON.stringify(outcome), labels: JSON.stringify(labels), findings: JSON.stringify(findings) },
    };
    await inTransaction(this.#db, async (trx) => {
      await trx.insertInto('preflights').values(row).execute();
      const kept = trx.selectFrom('preflights').select('id').orderBy('started', 'desc').orderBy('id', 'desc').limit(MAX_STORED);
      await trx.deleteFrom('preflights').where('id', 'not in', kept).execute();
    });
  }

  /** Newest first; without those that this version cannot read. */
  async list(): Promise<PreflightRecord[]> {
    const columns = ['outcome', 'table_version', 'labels'] as const;
    const rows = await this.#db.selectFrom('preflights').select(columns).orderBy('started', 'desc').orderBy('id', 'desc').execute();
    return rows.flatMap((row) => tryRecord(row) ?? []);
  }

  /** Throws `content-unusable`. */
  async find(id: string): Promise<PreflightRecord | undefined> {
    const row = await this.#db
      .selectFrom('preflights')
      .select(['outcome', 'table_version', 'labels'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    const record = tryRecord(row);
    if (!record) throw contentUnusable({ title: `pre-flight "${id}"` }, 'its outcome cannot be read');
    return record;
  }

  async findings(id: string): Promise<PreflightFinding[] | undefined> {
    const row = await this.#db.selectFrom('preflights').select('findings').where('id', '=', id).executeTakeFirst();
    return row && readStored(z.array(preflightFindingSchema), row.findings, { title: `pre-flight "${id}"` });
  }

  async remove(id: string): Promise<boolean> {
    const { numDeletedRows } = await inTransaction(this.#db, (trx) => trx.deleteFrom('preflights').where('id', '=', id).executeTakeFirst());
    return numDeletedRows > 0n;
  }
}

const outcomeSchema = preflightSchema.omit({ isCurrent: true });
const labelsSchema = z.array(z.object({ name: z.string(), hash: z.string() }));

function tryRecord(row: { outcome: string; table_version: string; labels: string }): PreflightRecord | undefined {
  const [outcome, labels] = [tryStored(outcomeSchema, row.outcome), tryStored(labelsSchema, row.labels)];
  if ('fault' in outcome || 'fault' in labels) return undefined;
  return { outcome: outcome.value, tableVersion: row.table_version, labels: labels.value };
}

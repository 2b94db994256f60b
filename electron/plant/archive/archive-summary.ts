import { sql } from 'kysely';
import type { ArchiveSummary } from '#contract/plant/archive-summary.ts';
import type { PlantDatabase } from '../database/plant-schema.ts';
import { RETENTION_SETTING } from './retention.ts';

interface Partition {
  name: string;
  /** Estimated by the last ANALYZE or VACUUM; -1 before the first one. */
  rows: number;
  bytes: number;
}

/** How much the archive holds. Counts are estimates. */
export async function summarizeArchive(db: PlantDatabase): Promise<ArchiveSummary> {
  const { rows: partitions } = await sql<Partition>`
    SELECT child.relname AS name, child.reltuples AS rows, pg_total_relation_size(child.oid) AS bytes
    FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
    WHERE inhparent IN ('prints'::regclass, 'print_serials'::regclass)`.execute(db);
  const setting = await db.selectFrom('settings').select('value').where('key', '=', RETENTION_SETTING).executeTakeFirst();
  const months = new Map<string, { month: string; prints: number; bytes: number }>();
  let [prints, bytes] = [0, 0];
  for (const { name, rows, bytes: size } of partitions) {
    bytes += size;
    const count = name.startsWith('prints_') ? Math.max(0, Math.round(rows)) : 0;
    prints += count;
    const month = /_(\d{4})_(\d{2})$/.exec(name)?.slice(1).join('-');
    if (month === undefined) continue;
    const entry = months.get(month) ?? { month, prints: 0, bytes: 0 };
    months.set(month, { month, prints: entry.prints + count, bytes: entry.bytes + size });
  }
  return {
    ...{ prints, bytes },
    months: [...months.values()].sort((a, b) => (a.month < b.month ? -1 : 1)),
    retentionMonths: setting ? Number(setting.value) : null,
  };
}

/** Sets after how many months prints are deleted; null keeps them. */
export async function setRetention(db: PlantDatabase, months: number | null): Promise<void> {
  if (months === null) {
    await db.deleteFrom('settings').where('key', '=', RETENTION_SETTING).execute();
    return;
  }
  await db
    .insertInto('settings')
    .values({ key: RETENTION_SETTING, value: String(months) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(months) }))
    .execute();
}

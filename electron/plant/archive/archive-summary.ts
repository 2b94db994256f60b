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

/** Bytes up to which the prints of a month are counted, which takes milliseconds: an estimate of a few prints is often none at all. */
const COUNTED_BYTES = 16 * 1024 * 1024;

/** How much the archive holds. Counts are estimates, except those of months with few prints. */
export async function summarizeArchive(db: PlantDatabase): Promise<ArchiveSummary> {
  const { rows: partitions } = await sql<Partition>`
    SELECT child.relname AS name, child.reltuples AS rows, pg_total_relation_size(child.oid) AS bytes
    FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
    WHERE inhparent IN ('prints'::regclass, 'print_serials'::regclass)`.execute(db);
  const setting = await db.selectFrom('settings').select('value').where('key', '=', RETENTION_SETTING).executeTakeFirst();
  const months = new Map<string, { month: string; prints: number; bytes: number }>();
  let [prints, bytes] = [0, 0];
  for (const partition of partitions) {
    const { name, bytes: size } = partition;
    bytes += size;
    const month = /_(\d{4})_(\d{2})$/.exec(name)?.slice(1).join('-');
    const count = name.startsWith('prints_') ? await countPrints(db, month, partition) : 0;
    prints += count;
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

/**
 * The prints of a month. Counted by the table of all months, since the role that serves may read no table of a month that another role has made; the
 * database looks at this month only.
 */
async function countPrints(db: PlantDatabase, month: string | undefined, { rows, bytes }: Partition): Promise<number> {
  if (month === undefined || bytes > COUNTED_BYTES) return Math.max(0, Math.round(rows));
  const from = new Date(`${month}-01T00:00:00Z`);
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1));
  const { count } = await db
    .selectFrom('prints')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('reserved', '>=', from)
    .where('reserved', '<', to)
    .executeTakeFirstOrThrow();
  return Number(count);
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

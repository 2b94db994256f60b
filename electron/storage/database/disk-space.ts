import { CompiledQuery } from 'kysely';
import type { ControllerDatabase } from './controller-schema.ts';

const KEY = 'diskRoom';
/** As much space as some dozens of prints need. */
const PROBE = 'x'.repeat(256 * 1024);

/** Copies the whole WAL to the database file, syncs both, and truncates the WAL. */
export const TRUNCATE_WAL = 'PRAGMA wal_checkpoint(TRUNCATE)';

/** Checkpoints the WAL of the run before. Must run before the first write. Fails with `disk-full`. */
export async function truncateWal(db: ControllerDatabase): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(TRUNCATE_WAL));
}

/** Fails with `disk-full` when the next prints would: writes as much as they need, durably, and deletes it again. */
export async function probeDiskSpace(db: ControllerDatabase): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key: KEY, value: PROBE })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: PROBE }))
    .execute();
  await db.deleteFrom('settings').where('key', '=', KEY).execute();
}

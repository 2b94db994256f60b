import { CompiledQuery } from 'kysely';
import type { ControllerDatabase } from './controller-schema.ts';

const KEY = 'diskRoom';
/** What some dozens of prints take. */
const ROOM = 'x'.repeat(256 * 1024);

/** Puts what is in the log into the file itself, and makes it durable. */
export const EMPTY_LOG = 'PRAGMA wal_checkpoint(TRUNCATE)';

/** Before the first write of a run: puts what the run before left in the log into the file itself. Fails with `disk-full`. */
export async function emptyLog(db: ControllerDatabase): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(EMPTY_LOG));
}

/** Fails with `disk-full` as the next prints would: writes as much as they take, durably, and takes it away again. */
export async function probeDiskRoom(db: ControllerDatabase): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key: KEY, value: ROOM })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: ROOM }))
    .execute();
  await db.deleteFrom('settings').where('key', '=', KEY).execute();
}

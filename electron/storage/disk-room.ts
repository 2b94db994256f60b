import type { ControllerDatabase } from './controller-schema.ts';

const KEY = 'diskRoom';
/** What some dozens of prints take. */
const ROOM = 'x'.repeat(256 * 1024);

/** Fails with `disk-full` as the next prints would: writes as much as they take, durably, and takes it away again. */
export async function probeDiskRoom(db: ControllerDatabase): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key: KEY, value: ROOM })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: ROOM }))
    .execute();
  await db.deleteFrom('settings').where('key', '=', KEY).execute();
}

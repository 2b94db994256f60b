import { RESTORED } from '#storage/backup/make-backup.ts';
import type { StationDatabase } from '#storage/database/station-schema.ts';
import { SESSIONS_KEY } from '../sign-in/session-store.ts';
import type { CarriedSettings } from './restore-station.ts';

/** The setting with the person who has ordered the restore. */
const RESTORED_BY = 'restored-by';

/** A restore that this run of the station begins with. */
interface TakenRestore {
  /** The time of the restored data, milliseconds since the epoch. */
  made: number;
  /** Who has ordered it; empty for a command. */
  person: string;
}

/** Reads and removes the mark of restored data; undefined without one. */
export async function takeRestoredMark(db: StationDatabase): Promise<TakenRestore | undefined> {
  const found = await settingsOf(db, [RESTORED, RESTORED_BY]);
  const made = found[RESTORED];
  if (made === undefined) return undefined;
  await db.deleteFrom('settings').where('key', 'in', [RESTORED, RESTORED_BY]).execute();
  return { made: Number(made), person: found[RESTORED_BY] ?? '' };
}

/** What a restore that this person orders does not change: the browsers that are signed in on this computer. */
export async function carriedBy(db: StationDatabase, person: string): Promise<CarriedSettings> {
  return { ...(await settingsOf(db, [SESSIONS_KEY])), [RESTORED_BY]: person };
}

async function settingsOf(db: StationDatabase, keys: readonly string[]): Promise<CarriedSettings> {
  const rows = await db.selectFrom('settings').selectAll().where('key', 'in', keys).execute();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

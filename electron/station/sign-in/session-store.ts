import { z } from 'zod';
import type { StationDatabase } from '#storage/database/station-schema.ts';

/** The setting with the sessions. */
export const SESSIONS_KEY = 'page-sessions';
const sessionsSchema = z.array(z.object({ hash: z.string(), seen: z.number() }));

/** A signed-in browser: the hash of its secret, and when it was last seen (milliseconds since the epoch, updated once a day). */
export type Session = z.infer<typeof sessionsSchema>[number];

/** The sessions in the station's database, as one value. Secrets are not stored. */
export class SessionStore {
  readonly #db: StationDatabase;

  constructor(db: StationDatabase) {
    this.#db = db;
  }

  async list(): Promise<Session[]> {
    const row = await this.#db.selectFrom('settings').select('value').where('key', '=', SESSIONS_KEY).executeTakeFirst();
    return row ? sessionsSchema.parse(JSON.parse(row.value)) : [];
  }

  async save(sessions: readonly Session[]): Promise<void> {
    const value = JSON.stringify(sessions);
    await this.#db
      .insertInto('settings')
      .values({ key: SESSIONS_KEY, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  }
}

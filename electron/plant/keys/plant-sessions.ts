import { createHash, randomBytes } from 'node:crypto';
import type { PlantDatabase } from '../database/plant-schema.ts';
import type { PlantGrant, PlantKeys } from './plant-keys.ts';

const SECRET_BYTES = 32;
/** Milliseconds after which a browser must send the key again. */
const LIFETIME = 12 * 3_600_000;

/** Sessions of browsers, which were opened by a key. They are in the database: any instance of the plant knows them. */
export class PlantSessions {
  readonly #db: PlantDatabase;
  readonly #keys: PlantKeys;
  readonly #now: () => number;

  constructor({ db, keys, now }: { db: PlantDatabase; keys: PlantKeys; now: () => number }) {
    this.#db = db;
    this.#keys = keys;
    this.#now = now;
  }

  /** Opens a session for a key. Returns its secret, and removes sessions that have ended. */
  async open({ id }: PlantGrant): Promise<{ secret: string; seconds: number }> {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    await this.#db.deleteFrom('sessions').where('expires', '<=', new Date(this.#now())).execute();
    await this.#db
      .insertInto('sessions')
      .values({ hash: hashOf(secret), key: id, expires: new Date(this.#now() + LIFETIME) })
      .execute();
    return { secret, seconds: LIFETIME / 1_000 };
  }

  /** What the key of a session permits; undefined if the session has ended, or its key. */
  async find(secrets: readonly string[]): Promise<PlantGrant | undefined> {
    if (secrets.length === 0) return undefined;
    const session = await this.#db
      .selectFrom('sessions')
      .select('key')
      .where('hash', 'in', secrets.map(hashOf))
      .where('expires', '>', new Date(this.#now()))
      .executeTakeFirst();
    return session && this.#keys.get(session.key);
  }

  async close(secrets: readonly string[]): Promise<void> {
    if (secrets.length > 0) await this.#db.deleteFrom('sessions').where('hash', 'in', secrets.map(hashOf)).execute();
  }
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

import { sql, type Selectable } from 'kysely';
import type { NewPlantKey, PlantKey } from '#contract/plant/plant-key.ts';
import { PLANT_SCOPES, type PlantScope } from '#contract/plant/plant-scope.ts';
import { ProblemError } from '#contract/problem.ts';
import { endOfLastDay, lastDayOf } from '#http/keys/key-days.ts';
import { hashOfKey, isKeyText, newKeyText } from '#http/keys/key-text.ts';
import type { PlantDatabase, PlantSchema } from '../database/plant-schema.ts';

/** What a key permits. */
export interface PlantGrant {
  id: number;
  name: string;
  scopes: readonly PlantScope[];
  /** The only controller that it is for; undefined for any. */
  controller: string | undefined;
}

const UNIQUE_VIOLATION = '23505';

/** The keys of a plant, stored as hashes. Every request reads its key, so that a revocation holds at once on all instances. */
export class PlantKeys {
  readonly #db: PlantDatabase;
  readonly #now: () => number;

  constructor({ db, now }: { db: PlantDatabase; now: () => number }) {
    this.#db = db;
    this.#now = now;
  }

  /** Creates a key and returns its text, which is not stored. Throws `name-taken`, and `invalid-input` for a day in the past. */
  async add({ name, scopes, controller, expires }: NewPlantKey): Promise<string> {
    const text = newKeyText();
    const end = expires === undefined ? null : new Date(endOfLastDay(expires, this.#now()));
    try {
      await this.#db
        .insertInto('api_keys')
        .values({
          name,
          scopes: [...scopes],
          controller: controller ?? null,
          expires: end,
          hash: hashOfKey(text),
          revoked: null,
          last_used: null,
        })
        .execute();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION)) throw error;
      throw new ProblemError('name-taken', { detail: `There is a key with the name "${name}" already.` }, { cause: error });
    }
    return text;
  }

  /** The keys that were ever created, the oldest first. */
  async list(): Promise<PlantKey[]> {
    const rows = await this.#db.selectFrom('api_keys').selectAll().orderBy('id').execute();
    return rows.map((row) => this.#toKey(row));
  }

  /** Throws `not-found`. */
  async revoke(name: string): Promise<void> {
    const revoked = await this.#db
      .updateTable('api_keys')
      .set({ revoked: sql`now()` })
      .where('name', '=', name)
      .where('revoked', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!revoked) throw new ProblemError('not-found', { detail: `There is no valid key with the name "${name}".` });
    await this.#db.deleteFrom('sessions').where('key', '=', revoked.id).execute();
  }

  /** What a key permits; undefined if it is unknown, revoked or expired. Records its use to the minute. */
  async find(text: string): Promise<PlantGrant | undefined> {
    if (!isKeyText(text)) return undefined;
    const row = await this.#db.selectFrom('api_keys').selectAll().where('hash', '=', hashOfKey(text)).executeTakeFirst();
    return row && this.#use(row);
  }

  /** The same for the key with an id, as sessions refer to it. */
  async get(id: number): Promise<PlantGrant | undefined> {
    const row = await this.#db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
    return row && this.#use(row);
  }

  async #use(row: Selectable<PlantSchema['api_keys']>): Promise<PlantGrant | undefined> {
    if (this.#stateOf(row) !== 'valid') return undefined;
    const { id, name, controller, last_used: last } = row;
    const minute = 60_000;
    if (last === null || this.#now() - last.getTime() > minute) {
      await this.#db
        .updateTable('api_keys')
        .set({ last_used: new Date(this.#now()) })
        .where('id', '=', id)
        .execute();
    }
    return { id, name, scopes: scopesOf(row), controller: controller ?? undefined };
  }

  #toKey(row: Selectable<PlantSchema['api_keys']>): PlantKey {
    const { name, controller, created, expires, revoked, last_used: last } = row;
    return {
      ...{ name, scopes: scopesOf(row), state: this.#stateOf(row), created: created.toISOString() },
      ...(controller !== null && { controller }),
      ...(expires !== null && { expires: lastDayOf(expires.getTime()) }),
      ...(revoked !== null && { revoked: revoked.toISOString() }),
      ...(last !== null && { lastUsed: last.toISOString() }),
    };
  }

  #stateOf({ revoked, expires }: Pick<Selectable<PlantSchema['api_keys']>, 'revoked' | 'expires'>): PlantKey['state'] {
    if (revoked !== null) return 'revoked';
    return expires !== null && expires.getTime() <= this.#now() ? 'expired' : 'valid';
  }
}

/** A scope that this version does not know permits nothing. */
function scopesOf({ scopes }: { scopes: readonly string[] }): PlantScope[] {
  return PLANT_SCOPES.filter((scope) => scopes.includes(scope));
}

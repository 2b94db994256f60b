import { CompiledQuery, sql } from 'kysely';
import { TRUNCATE_WAL } from '#storage/database/disk-space.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import type { StationDatabase, StationTransaction } from '#storage/database/station-schema.ts';
import type { Secrets } from './secrets.ts';

export interface SealedSettingsOptions {
  db: StationDatabase;
  secrets: Secrets;
  /** Key of the settings before the id, as they are stored encrypted. */
  prefix: string;
  /** The same for values that an earlier version stored as they are. */
  plainPrefix: string;
}

/** A secret: its text, or undefined when it is stored but cannot be decrypted. */
export type StoredSecret = string | undefined;

/** Settings of one kind, by id, whose values are stored encrypted. */
export class SealedSettings {
  readonly #options: SealedSettingsOptions;

  constructor(options: SealedSettingsOptions) {
    this.#options = options;
  }

  async read(): Promise<Map<string, StoredSecret>> {
    const found = new Map<string, StoredSecret>();
    for (const [id, stored] of await this.#stored()) found.set(id, await this.#options.secrets.open(this.#options.prefix + id, stored));
    // Only there when they could not be encrypted at the start.
    for (const [id, text] of await this.#plain()) found.set(id, text);
    return found;
  }

  /** What `put` stores for a secret. Encrypts outside the transaction, which must not wait for a keyring. Rejects with what disk or keyring throw. */
  async seal(id: string, secret: string): Promise<string> {
    return this.#options.secrets.seal(this.#options.prefix + id, secret);
  }

  async put(trx: StationTransaction, id: string, sealed: string): Promise<void> {
    await this.remove(trx, id);
    await trx
      .insertInto('settings')
      .values({ key: this.#options.prefix + id, value: sealed })
      .execute();
  }

  async remove(trx: StationTransaction, id: string): Promise<void> {
    const { prefix, plainPrefix } = this.#options;
    await trx
      .deleteFrom('settings')
      .where('key', 'in', [prefix + id, plainPrefix + id])
      .execute();
  }

  /**
   * Encrypts the values of an earlier version, and those that an older box has sealed. Then the file contains the plain values no more: it is rewritten,
   * because SQLite keeps deleted content in free pages. Rejects with what disk or keyring throw; the values stay usable.
   */
  async upgrade(): Promise<void> {
    const { db, secrets, prefix } = this.#options;
    const plain = await this.#plain();
    for (const [id, text] of plain) await this.#replace(id, text);
    for (const [id, stored] of await this.#stored()) {
      const text = secrets.isOutdated(stored) ? await secrets.open(prefix + id, stored) : undefined;
      if (text !== undefined) await this.#replace(id, text);
    }
    if (plain.size === 0) return;
    await sql`VACUUM`.execute(db);
    await db.executeQuery(CompiledQuery.raw(TRUNCATE_WAL));
  }

  async #replace(id: string, text: string): Promise<void> {
    const sealed = await this.seal(id, text);
    await inTransaction(this.#options.db, (trx) => this.put(trx, id, sealed));
  }

  #stored(): Promise<Map<string, string>> {
    return this.#withPrefix(this.#options.prefix);
  }

  #plain(): Promise<Map<string, string>> {
    return this.#withPrefix(this.#options.plainPrefix);
  }

  async #withPrefix(prefix: string): Promise<Map<string, string>> {
    const rows = await this.#options.db.selectFrom('settings').selectAll().where('key', 'like', `${prefix}%`).execute();
    return new Map(rows.map(({ key, value }) => [key.slice(prefix.length), value]));
  }
}

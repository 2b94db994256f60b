import { timingSafeEqual } from 'node:crypto';
import { CompiledQuery, type Selectable } from 'kysely';
import { z } from 'zod';
import { SCOPES, type Scope } from '#contract/api-v3/scope.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerSchema } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { tryStored } from '../stored-content/stored-json.ts';
import { hashOfKey, isKeyText, newKeyText } from './key-text.ts';
import type { Revocations } from './revocations.ts';

/** What a key permits. */
export interface KeyGrant {
  name: string;
  scopes: readonly Scope[];
  /** The printers that it may name; all of them when undefined. */
  printers: readonly string[] | undefined;
}

/** A valid key. */
export interface HeldKey extends KeyGrant {
  /** Unique among all keys ever created, because a name may be used again. */
  id: number;
}

/** A key of the list; times in milliseconds since the epoch. */
export interface ListedKey extends HeldKey {
  created: number;
  expires: number | undefined;
  revoked: number | undefined;
}

interface StoredKey extends ListedKey {
  hash: Buffer;
}

const scopesSchema = z.array(z.enum(SCOPES));
const printersSchema = z.array(z.string());
/** The length of a SHA-256 hash. */
const HASH_BYTES = 32;

export interface ApiKeysOptions {
  db: ControllerDatabase;
  now: () => number;
  /** Revocations that hold even if an older database is restored; undefined for a database in memory. */
  revocations?: Revocations | undefined;
}

/** The API keys of other machines, stored as hashes. Another process may add and revoke keys; that applies from the next request. */
export class ApiKeys {
  readonly #db: ControllerDatabase;
  readonly #now: () => number;
  readonly #revocations: Revocations | undefined;
  /** The keys that were read last, with the version of the database. */
  #cached: { version: number; keys: readonly StoredKey[] } | undefined;
  /** Counts changes by this connection, which that version does not include. */
  #changes = 0;

  constructor({ db, now, revocations }: ApiKeysOptions) {
    this.#db = db;
    this.#now = now;
    this.#revocations = revocations;
  }

  /**
   * Stores a new key and returns its text, which is not stored and cannot be shown again. Throws `name-taken` while another key of this
   * name is valid.
   */
  async add({ name, scopes, printers }: KeyGrant, expires?: number): Promise<string> {
    await this.settle();
    const text = newKeyText();
    const values = {
      ...{ name, hash: hashOfKey(text).toString('hex'), scopes: JSON.stringify(scopes) },
      ...{ printers: printers ? JSON.stringify(printers) : null, created: this.#now(), expires: expires ?? null, revoked: null },
    };
    const { numInsertedOrUpdatedRows } = await inTransaction(this.#db, (trx) =>
      trx
        .insertInto('api_keys')
        .values(values)
        .onConflict((conflict) => conflict.column('name').where('revoked', 'is', null).doNothing())
        .executeTakeFirstOrThrow(),
    );
    this.#changed();
    if (numInsertedOrUpdatedRows === 0n)
      throw new ProblemError('name-taken', { detail: `A key "${name}" already exists: revoke it first.` });
    return text;
  }

  /** Revokes the key of this name. Throws `not-found` when none is valid. */
  async revoke(name: string): Promise<void> {
    const key = (await this.#read()).findLast((known) => known.name === name && known.revoked === undefined);
    if (!key) throw new ProblemError('not-found', { detail: `There is no key "${name}" to revoke.` });
    const moment = this.#now();
    await this.#write(key.id, moment);
    this.#revocations?.add(key.hash.toString('hex'), moment);
  }

  /** Synchronises the database and the stored revocations, either of which may have been restored. Throws what the disk throws. */
  async settle(): Promise<void> {
    if (!this.#revocations) return;
    const revocations = this.#revocations.read();
    for (const { id, hash, revoked } of await this.#db.selectFrom('api_keys').selectAll().execute()) {
      const moment = revocations.get(hash);
      if (revoked !== null && moment === undefined) this.#revocations.add(hash, revoked);
      if (revoked === null && moment !== undefined) await this.#write(id, moment);
    }
  }

  /** All keys ever created, the oldest first. */
  async list(): Promise<ListedKey[]> {
    const keys = await this.#read();
    return keys.map(({ hash: _hash, ...listed }) => listed);
  }

  /** Whether any key is valid. */
  async hasAny(): Promise<boolean> {
    const keys = await this.#read();
    return keys.some((key) => this.#holds(key));
  }

  /**
   * The valid key with this text; undefined otherwise. Takes the same time for unknown, revoked and expired keys: every stored hash is
   * compared, each in constant time.
   */
  async find(text: string): Promise<HeldKey | undefined> {
    const keys = await this.#read();
    const hash = hashOfKey(text);
    let found: StoredKey | undefined;
    for (const key of keys) if (timingSafeEqual(key.hash, hash)) found = key;
    return found && isKeyText(text) && this.#holds(found) ? found : undefined;
  }

  /** The ids of all keys that are valid now. */
  async validIds(): Promise<ReadonlySet<number>> {
    const keys = await this.#read();
    return new Set(keys.filter((key) => this.#holds(key)).map(({ id }) => id));
  }

  async #write(id: number, revoked: number): Promise<void> {
    await inTransaction(this.#db, (trx) => trx.updateTable('api_keys').set({ revoked }).where('id', '=', id).execute());
    this.#changed();
  }

  #changed(): void {
    this.#changes += 1;
    this.#cached = undefined;
  }

  #holds({ expires, revoked }: ListedKey): boolean {
    return revoked === undefined && (expires === undefined || this.#now() < expires);
  }

  /** Rereads the keys only when another process has changed the database, which changes the version that this connection sees. */
  async #read(): Promise<readonly StoredKey[]> {
    const changes = this.#changes;
    const { rows } = await this.#db.executeQuery<{ data_version: number }>(DATA_VERSION);
    const version = rows[0]?.data_version ?? 0;
    if (this.#cached?.version === version) return this.#cached.keys;
    const stored = await this.#db.selectFrom('api_keys').selectAll().orderBy('id').execute();
    const revocations = this.#revocations?.read();
    const keys = stored.flatMap(toStoredKey).map((key) => ({ ...key, revoked: key.revoked ?? revocations?.get(key.hash.toString('hex')) }));
    if (changes === this.#changes) this.#cached = { version, keys };
    return keys;
  }
}

const DATA_VERSION = CompiledQuery.raw('PRAGMA data_version') as CompiledQuery<{ data_version: number }>;

/** A row that cannot be parsed gets no scopes, so it permits nothing and does not affect other keys. */
function toStoredKey({
  id,
  name,
  hash,
  scopes,
  printers,
  created,
  expires,
  revoked,
}: Selectable<ControllerSchema['api_keys']>): StoredKey[] {
  const [scope, only] = [tryStored(scopesSchema, scopes), tryStored(printersSchema.nullable(), printers ?? 'null')];
  const bytes = Buffer.from(hash, 'hex');
  if ('fault' in scope || 'fault' in only || bytes.length !== HASH_BYTES) return [];
  return [
    {
      ...{ id, name, hash: bytes, scopes: scope.value, printers: only.value ?? undefined, created },
      ...{ expires: expires ?? undefined, revoked: revoked ?? undefined },
    },
  ];
}

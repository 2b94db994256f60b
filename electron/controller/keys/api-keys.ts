import { timingSafeEqual } from 'node:crypto';
import { CompiledQuery, type Selectable } from 'kysely';
import { z } from 'zod';
import type { ApiKeyState } from '#contract/api-v3/api-key.ts';
import { SCOPES, type Scope } from '#contract/api-v3/scope.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerSchema } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { tableVersionsOf } from '#storage/database/open-transactions.ts';
import type { TableVersions } from '#storage/database/table-versions.ts';
import { tryStored } from '../stored-content/stored-json.ts';
import { endOfLastDay } from '#http/keys/key-days.ts';
import { hashOfKey, isKeyText, newKeyText } from '#http/keys/key-text.ts';
import { KeyUses, type KeyUsesOptions } from './key-uses.ts';
import type { Revocations } from './revocations.ts';

/** What a key permits. */
export interface KeyGrant {
  name: string;
  scopes: readonly Scope[];
  /** The printers that it may name; all of them when undefined. */
  printers: readonly string[] | undefined;
}

/** A valid key; times in milliseconds since the epoch. */
export interface HeldKey extends KeyGrant {
  /** Unique among all keys ever created, because a name may be used again. */
  id: number;
  expires: number | undefined;
}

/** A key of the list. */
export interface ListedKey extends HeldKey {
  state: ApiKeyState;
  created: number;
  revoked: number | undefined;
  /** To the minute; undefined if it was never used. */
  lastUsed: number | undefined;
}

interface StoredKey extends Omit<ListedKey, 'state' | 'lastUsed'> {
  hash: Buffer;
}

const scopesSchema = z.array(z.enum(SCOPES));
const printersSchema = z.array(z.string());
/** The length of a SHA-256 hash. */
const HASH_BYTES = 32;

export interface ApiKeysOptions extends KeyUsesOptions {
  /** Revocations that hold even if an older database is restored; undefined for a database in memory. */
  revocations?: Revocations | undefined;
}

/** The API keys of other machines, stored as hashes. Another process may add and revoke keys; that applies from the next request. */
export class ApiKeys {
  readonly #db: ControllerDatabase;
  readonly #now: () => number;
  readonly #revocations: Revocations | undefined;
  readonly #uses: KeyUses;
  readonly #tables: TableVersions | undefined;
  /** The keys that were read last, with the versions of the database and of its table. */
  #cached: { version: number; changes: number; keys: readonly StoredKey[] } | undefined;
  /** Counts own changes, for a connection that does not count those of its tables. */
  #ownChanges = 0;

  constructor({ revocations, ...options }: ApiKeysOptions) {
    this.#db = options.db;
    this.#now = options.now;
    this.#revocations = revocations;
    this.#uses = new KeyUses(options);
    this.#tables = tableVersionsOf(options.db);
  }

  /** Writes when keys were last used. Never rejects. */
  async stop(): Promise<void> {
    await this.#uses.stop();
  }

  /** Records that a request with the key with this id was permitted. */
  recordUse(id: number): void {
    this.#uses.record(id);
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
    this.#ownChanges += 1;
    if (numInsertedOrUpdatedRows === 0n)
      throw new ProblemError('name-taken', { detail: `A key "${name}" already exists: revoke it first.` });
    return text;
  }

  /**
   * Makes a key valid that another program has made, with all scopes: `hash` is the SHA-256 of its text in hexadecimal. Another valid key of this name
   * is revoked. Does nothing when the key is stored already: a key that was revoked stays revoked.
   */
  async adopt(name: string, hash: string): Promise<void> {
    await this.settle();
    const keys = await this.#read();
    if (keys.some((key) => key.hash.toString('hex') === hash) || this.#revocations?.read().has(hash)) return;
    if (keys.some((key) => key.name === name && key.revoked === undefined)) await this.revoke(name);
    const values = { name, hash, scopes: JSON.stringify(SCOPES), printers: null, created: this.#now(), expires: null, revoked: null };
    await inTransaction(this.#db, (trx) => trx.insertInto('api_keys').values(values).execute());
    this.#ownChanges += 1;
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

  /** When a key ends whose last day is given, in milliseconds since the epoch. Throws `invalid-input` when that day is over. */
  endOf(lastDay: string): number {
    return endOfLastDay(lastDay, this.#now());
  }

  /** All keys ever created, the oldest first. */
  async list(): Promise<ListedKey[]> {
    const [keys, uses] = [await this.#read(), await this.#uses.read()];
    return keys.map(({ hash: _hash, ...key }) => ({ ...key, state: this.#stateOf(key), lastUsed: uses.get(key.id) }));
  }

  /** Whether any key is valid. */
  async hasAny(): Promise<boolean> {
    const keys = await this.#read();
    return keys.some((key) => this.#stateOf(key) === 'valid');
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
    return found && isKeyText(text) && this.#stateOf(found) === 'valid' ? found : undefined;
  }

  /** The ids of all keys that are valid now. */
  async validIds(): Promise<ReadonlySet<number>> {
    const keys = await this.#read();
    return new Set(keys.filter((key) => this.#stateOf(key) === 'valid').map(({ id }) => id));
  }

  async #write(id: number, revoked: number): Promise<void> {
    await inTransaction(this.#db, (trx) => trx.updateTable('api_keys').set({ revoked }).where('id', '=', id).execute());
    this.#ownChanges += 1;
  }

  #stateOf({ expires, revoked }: Pick<StoredKey, 'expires' | 'revoked'>): ApiKeyState {
    if (revoked !== undefined) return 'revoked';
    return expires === undefined || this.#now() < expires ? 'valid' : 'expired';
  }

  /**
   * Rereads the keys only when another process has changed the database, which changes the version that this connection sees, or this connection their
   * table.
   */
  async #read(): Promise<readonly StoredKey[]> {
    const changes = this.#changes();
    const { rows } = await this.#db.executeQuery<{ data_version: number }>(DATA_VERSION);
    const version = rows[0]?.data_version ?? 0;
    if (this.#cached?.version === version && this.#cached.changes === changes) return this.#cached.keys;
    const stored = await this.#db.selectFrom('api_keys').selectAll().orderBy('id').execute();
    const revocations = this.#revocations?.read();
    const keys = stored.flatMap(toStoredKey).map((key) => ({ ...key, revoked: key.revoked ?? revocations?.get(key.hash.toString('hex')) }));
    if (changes === this.#changes()) this.#cached = { version, changes, keys };
    return keys;
  }

  #changes(): number {
    return this.#ownChanges + (this.#tables?.changesOf('api_keys') ?? 0);
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

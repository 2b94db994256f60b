import { timingSafeEqual } from 'node:crypto';
import { CompiledQuery, type Selectable } from 'kysely';
import { z } from 'zod';
import { SCOPES, type Scope } from '#contract/api-v3/scope.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerSchema } from '#storage/controller-schema.ts';
import { inTransaction } from '#storage/in-transaction.ts';
import { tryStored } from '../stored-content/stored-json.ts';
import { hashOfKey, isKeyText, newKeyText } from './key-text.ts';
import type { Revocations } from './revocations.ts';

/** What a key is good for. */
export interface KeyGrant {
  name: string;
  scopes: readonly Scope[];
  /** The printers that it may name; all of them when left out. */
  printers: readonly string[] | undefined;
}

/** A key that opens something. */
export interface HeldKey extends KeyGrant {
  /** Of all keys that ever were it alone has this id: a name is given again. */
  id: number;
}

/** A key as it is listed; moments in milliseconds since the epoch. */
export interface ListedKey extends HeldKey {
  created: number;
  expires: number | undefined;
  revoked: number | undefined;
}

interface KnownKey extends ListedKey {
  hash: Buffer;
}

const scopesSchema = z.array(z.enum(SCOPES));
const printersSchema = z.array(z.string());
/** Of SHA-256. */
const HASH_BYTES = 32;

export interface ApiKeysOptions {
  db: ControllerDatabase;
  now: () => number;
  /** What holds whatever the database says, which may have been restored since. None for one in memory. */
  revocations?: Revocations | undefined;
}

/**
 * The keys with which other machines come, in the database as hashes. They may be added and revoked by another process: that holds from the next
 * request on.
 */
export class ApiKeys {
  readonly #db: ControllerDatabase;
  readonly #now: () => number;
  readonly #revocations: Revocations | undefined;
  /** What was read last, at which version of the database. */
  #known: { version: number; keys: readonly KnownKey[] } | undefined;
  /** Counts the changes of this connection, which does not see them by that version. */
  #changes = 0;

  constructor({ db, now, revocations }: ApiKeysOptions) {
    this.#db = db;
    this.#now = now;
    this.#revocations = revocations;
  }

  /** Stores a new key and returns its text, which nobody can read again. Throws `name-taken` while another of that name holds. */
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
      throw new ProblemError('name-taken', { detail: `There is a key "${name}" already: revoke it first.` });
    return text;
  }

  /** From now on the key opens nothing. Throws `not-found` when none of that name holds. */
  async revoke(name: string): Promise<void> {
    const key = (await this.#read()).findLast((known) => known.name === name && known.revoked === undefined);
    if (!key) throw new ProblemError('not-found', { detail: `There is no key "${name}" to revoke.` });
    const moment = this.#now();
    await this.#write(key.id, moment);
    this.#revocations?.keep(key.hash.toString('hex'), moment);
  }

  /** Makes the database and what is kept beside it say the same: either may have been put back. Throws what the disk throws. */
  async settle(): Promise<void> {
    if (!this.#revocations) return;
    const kept = this.#revocations.read();
    for (const { id, hash, revoked } of await this.#db.selectFrom('api_keys').selectAll().execute()) {
      const moment = kept.get(hash);
      if (revoked !== null && moment === undefined) this.#revocations.keep(hash, revoked);
      if (revoked === null && moment !== undefined) await this.#write(id, moment);
    }
  }

  /** All keys that ever were, the oldest first. */
  async list(): Promise<ListedKey[]> {
    const keys = await this.#read();
    return keys.map(({ hash: _hash, ...listed }) => listed);
  }

  /** Whether there is a key that opens anything. */
  async hasAny(): Promise<boolean> {
    const keys = await this.#read();
    return keys.some((key) => this.#holds(key));
  }

  /**
   * The key with this text, undefined when it opens nothing. Takes the same time whether it is unknown, revoked or expired: every stored hash is
   * compared, each in constant time.
   */
  async find(text: string): Promise<HeldKey | undefined> {
    const keys = await this.#read();
    const hash = hashOfKey(text);
    let found: KnownKey | undefined;
    for (const key of keys) if (timingSafeEqual(key.hash, hash)) found = key;
    return found && isKeyText(text) && this.#holds(found) ? found : undefined;
  }

  /** The ids of the keys that open something now. */
  async holding(): Promise<ReadonlySet<number>> {
    const keys = await this.#read();
    return new Set(keys.filter((key) => this.#holds(key)).map(({ id }) => id));
  }

  async #write(id: number, revoked: number): Promise<void> {
    await inTransaction(this.#db, (trx) => trx.updateTable('api_keys').set({ revoked }).where('id', '=', id).execute());
    this.#changed();
  }

  #changed(): void {
    this.#changes += 1;
    this.#known = undefined;
  }

  #holds({ expires, revoked }: ListedKey): boolean {
    return revoked === undefined && (expires === undefined || this.#now() < expires);
  }

  /** Another process that wrote moves the version that this connection sees: only then they are read again. */
  async #read(): Promise<readonly KnownKey[]> {
    const changes = this.#changes;
    const { rows } = await this.#db.executeQuery<{ data_version: number }>(DATA_VERSION);
    const version = rows[0]?.data_version ?? 0;
    if (this.#known?.version === version) return this.#known.keys;
    const stored = await this.#db.selectFrom('api_keys').selectAll().orderBy('id').execute();
    const revocations = this.#revocations?.read();
    const keys = stored.flatMap(toKnownKey).map((key) => ({ ...key, revoked: key.revoked ?? revocations?.get(key.hash.toString('hex')) }));
    if (changes === this.#changes) this.#known = { version, keys };
    return keys;
  }
}

const DATA_VERSION = CompiledQuery.raw('PRAGMA data_version') as CompiledQuery<{ data_version: number }>;

/** Empty for one that cannot be understood: it opens nothing, and the others do. */
function toKnownKey({ id, name, hash, scopes, printers, created, expires, revoked }: Selectable<ControllerSchema['api_keys']>): KnownKey[] {
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

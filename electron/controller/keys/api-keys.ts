import { timingSafeEqual } from 'node:crypto';
import { CompiledQuery, type Selectable } from 'kysely';
import { z } from 'zod';
import { SCOPES, type Scope } from '#contract/api-v3/scope.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerSchema } from '#storage/controller-schema.ts';
import { hashOfKey, isKeyText, newKeyText } from './key-text.ts';

/** What a key is good for. */
export interface KeyGrant {
  name: string;
  scopes: readonly Scope[];
  /** The printers that it may name; all of them when left out. */
  printers: readonly string[] | undefined;
}

/** A key as it is listed; moments in milliseconds since the epoch. */
export interface ListedKey extends KeyGrant {
  created: number;
  expires: number | undefined;
  revoked: number | undefined;
}

interface KnownKey extends ListedKey {
  hash: Buffer;
}

const scopesSchema = z.array(z.enum(SCOPES));
const printersSchema = z.array(z.string());

/**
 * The keys with which other machines come, in the database as hashes. They may be added and revoked by another process: that holds from the next
 * request on.
 */
export class ApiKeys {
  readonly #db: ControllerDatabase;
  readonly #now: () => number;
  /** What was read last, at which version of the database. */
  #known: { version: number; keys: readonly KnownKey[] } | undefined;
  /** Counts the changes of this connection, which does not see them by that version. */
  #changes = 0;

  constructor({ db, now }: { db: ControllerDatabase; now: () => number }) {
    this.#db = db;
    this.#now = now;
  }

  /** Stores a new key and returns its text, which nobody can read again. Throws `name-taken` while another of that name holds. */
  async add({ name, scopes, printers }: KeyGrant, expires?: number): Promise<string> {
    const text = newKeyText();
    const values = {
      ...{ name, hash: hashOfKey(text).toString('hex'), scopes: JSON.stringify(scopes) },
      ...{ printers: printers ? JSON.stringify(printers) : null, created: this.#now(), expires: expires ?? null, revoked: null },
    };
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('api_keys')
      .values(values)
      .onConflict((conflict) => conflict.column('name').where('revoked', 'is', null).doNothing())
      .executeTakeFirstOrThrow();
    this.#changed();
    if (numInsertedOrUpdatedRows === 0n)
      throw new ProblemError('name-taken', { detail: `There is a key "${name}" already: revoke it first.` });
    return text;
  }

  /** From now on the key opens nothing. Throws `not-found` when none of that name holds. */
  async revoke(name: string): Promise<void> {
    const { numUpdatedRows } = await this.#db
      .updateTable('api_keys')
      .set({ revoked: this.#now() })
      .where('name', '=', name)
      .where('revoked', 'is', null)
      .executeTakeFirstOrThrow();
    this.#changed();
    if (numUpdatedRows === 0n) throw new ProblemError('not-found', { detail: `There is no key "${name}" to revoke.` });
  }

  /** All keys that ever were, the oldest first. */
  async list(): Promise<ListedKey[]> {
    const rows = await this.#db.selectFrom('api_keys').selectAll().orderBy('id').execute();
    return rows.map(toKnownKey).map(({ hash: _hash, ...listed }) => listed);
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
  async find(text: string): Promise<KeyGrant | undefined> {
    const keys = await this.#read();
    const hash = hashOfKey(text);
    let found: KnownKey | undefined;
    for (const key of keys) if (timingSafeEqual(key.hash, hash)) found = key;
    return found && isKeyText(text) && this.#holds(found) ? found : undefined;
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
    const keys = stored.map(toKnownKey);
    if (changes === this.#changes) this.#known = { version, keys };
    return keys;
  }
}

const DATA_VERSION = CompiledQuery.raw('PRAGMA data_version') as CompiledQuery<{ data_version: number }>;

function toKnownKey({ name, hash, scopes, printers, created, expires, revoked }: Selectable<ControllerSchema['api_keys']>): KnownKey {
  return {
    ...{ name, hash: Buffer.from(hash, 'hex'), scopes: scopesSchema.parse(JSON.parse(scopes)), created },
    ...{ printers: printers === null ? undefined : printersSchema.parse(JSON.parse(printers)) },
    ...{ expires: expires ?? undefined, revoked: revoked ?? undefined },
  };
}

import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import type { ReadWriteLock } from '../platform/read-write-lock.ts';
import type { IdempotentRequest } from '../idempotency/idempotent-request.ts';
import type { NewName } from '../platform/rename-row.ts';
import { inUse, type NameUsage } from './name-usage.ts';

/** The kinds of resources that can be renamed, by their segment of an API path: noun in a message. */
const WORDS = { labels: 'label', tables: 'table', variables: 'variable', counters: 'counter', shiftCodes: 'shift code' } as const;
type Renamed = keyof typeof WORDS;

/** A kind of resource that can be renamed. */
export interface Renames {
  /** Throws `not-found`, and `name-taken`. */
  rename(change: NewName, trx: ControllerTransaction): Promise<void>;
  /** Records the new name in the high-water marks next to the database. A rollback does not undo that. */
  noteRename?(change: NewName): void;
}

export interface RenamingDeps extends Record<Renamed, Renames> {
  db: ControllerDatabase;
  usage: NameUsage;
  /** Shared with selections: see `PrintingDeps`. */
  selectionLock: ReadWriteLock;
}

/** Renames resources whose old name is not in use. */
export class Renaming {
  readonly #deps: RenamingDeps;

  constructor(deps: RenamingDeps) {
    this.#deps = deps;
  }

  /** Throws `not-found`, `name-taken`, and `in-use` naming the jobs and labels that use the old name. */
  async rename(noun: Renamed, change: NewName, idempotency?: IdempotentRequest): Promise<void> {
    const { db, usage, selectionLock } = this.#deps;
    const { name } = change;
    const module: Renames = this.#deps[noun];
    await selectionLock.write(() =>
      inTransaction(db, async (trx) => {
        await module.rename(change, trx);
        // A user of the old name would refer to a missing resource: then the transaction is rolled back.
        const users = await usage.find(noun, name, trx);
        if (users) throw inUse({ word: WORDS[noun], path: noun, name }, users);
        await idempotency?.store(undefined, trx);
        module.noteRename?.(change);
      }),
    );
  }
}

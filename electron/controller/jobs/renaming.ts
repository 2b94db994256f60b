import type { ControllerDatabase, ControllerTransaction } from '#storage/controller-schema.ts';
import { inTransaction } from '#storage/in-transaction.ts';
import type { Choices } from '../choices.ts';
import type { Claim } from '../idempotency/claim.ts';
import type { NewName } from '../rename-row.ts';
import { inUse } from './in-use.ts';
import type { UsageOfNames } from './usage-of-names.ts';

/** What may be given another name, by its part of a path: its word in a message. */
const WORDS = { labels: 'label', tables: 'table', variables: 'variable', counters: 'counter', shiftCodes: 'shift code' } as const;
type Renamed = keyof typeof WORDS;

interface Renames {
  /** Throws `not-found`, and `name-taken`. */
  rename(change: NewName, trx: ControllerTransaction): Promise<void>;
  /** Writes down beside the database that the new name is in force: no rollback takes that back. */
  noteRename?(change: NewName): void;
}

export interface RenamingRooms extends Record<Renamed, Renames> {
  db: ControllerDatabase;
  usage: UsageOfNames;
  /** Shared with the selections: see `PrintingRooms`. */
  choices: Choices;
}

/** Gives things other names, as long as nobody goes by the old one. */
export class Renaming {
  readonly #rooms: RenamingRooms;

  constructor(rooms: RenamingRooms) {
    this.#rooms = rooms;
  }

  /** Throws `not-found`, `name-taken`, and `in-use` naming the jobs, selected or queued, and the labels that say the old name. */
  async rename(noun: Renamed, change: NewName, claim?: Claim): Promise<void> {
    const { db, usage, choices } = this.#rooms;
    const { name } = change;
    const room: Renames = this.#rooms[noun];
    await choices.change(() =>
      inTransaction(db, async (trx) => {
        await room.rename(change, trx);
        // Whoever still says the old name would be left with nothing: then all of it is taken back.
        const users = await usage.find(noun, name, trx);
        if (users) throw inUse({ word: WORDS[noun], path: noun, name }, users);
        await claim?.keep(undefined, trx);
        room.noteRename?.(change);
      }),
    );
  }
}

import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';

type Db = ControllerDatabase | ControllerTransaction;

/** A content to take, with who made it. */
export interface TakenContent {
  name: string;
  bytes: Buffer;
  savedBy: string;
  approvedBy: string | undefined;
}

/** How items of one kind of the library are read and changed on this controller. */
export interface LibraryAdapter {
  /** Whether every controller has such an item: then it is never an own one that the library must not replace. */
  isAlwaysThere?: true;
  /** A text that changes when the item is changed here; undefined if there is none of this name. */
  mark: (name: string, db: Db) => Promise<string | undefined>;
  /** The item as the library stores it. Throws `not-found`. */
  read: (name: string) => Promise<Buffer>;
  /** Creates or replaces the item. Throws `invalid-input`, `in-use` while a job uses it, and what its kind adds. Can be repeated after an interruption. */
  take: (content: TakenContent) => Promise<void>;
  /** Removes the item. Throws `in-use` while a job uses it. Absent for what cannot be removed. */
  remove?: (name: string) => Promise<void>;
}

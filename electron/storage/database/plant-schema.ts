import type { Generated } from 'kysely';
import type { HoldingState, LibraryKind } from '#contract/api-v3/library-item.ts';

/** Tables about the plant: the archive that the controller sends its prints to, and the library that it takes items from. Times are milliseconds since the epoch. */
export interface PlantTables {
  /**
   * One row while a plant is configured. `through`: the last print that the plant has acknowledged in its order; `sending`: the last one that a batch
   * was begun for; `archived`: how many prints were acknowledged.
   */
  archive_cursor: {
    id: number;
    through: Generated<number>;
    sending: Generated<number>;
    archived: Generated<number>;
    last_success: Generated<number | null>;
  };
  /** Prints that have changed after a batch with them was begun; a trigger of the database enters them. */
  archive_changes: { number: Generated<number>; print: number };
  /** Prints that the plant has refused because of their content. */
  archive_refusals: { print: number; at: number; reason: string };
  /** Items of the library of the plant, and what this controller has of them. */
  library_items: LibraryItemsTable;
}

interface LibraryItemsTable {
  kind: LibraryKind;
  name: string;
  /** The version of the plant that the controller has, the hash of its content, and the mark of the item after it was taken; null if it has none. */
  version: number | null;
  hash: string | null;
  mark: string | null;
  /** The hash of a content that is being taken. */
  taking: string | null;
  is_changeable: number;
  state: HoldingState;
  reason: string | null;
}

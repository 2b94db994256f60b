import type { Generated } from 'kysely';

/** Tables about the archive of the plant that the controller sends its prints to. Times are milliseconds since the epoch. */
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
}

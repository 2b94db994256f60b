import type { Generated, Kysely, Transaction } from 'kysely';

/** Tables of the station's database. */
export interface StationSchema {
  settings: { key: string; value: string };
  connections: {
    id: string;
    name: string;
    url: string;
    position: number;
    /** Identity of the controller that first answered at this address. Another one is refused. */
    controller_id: string | null;
  };
  /** Current alarms as JSON. */
  alarms: { id: string; alarm: string };
  event_log: {
    id: Generated<number>;
    /** Milliseconds since the epoch. */
    at: number;
    event: string;
    subject: string;
    connection: string | null;
    /** Name of the controller at that time. */
    controller: string;
    printer: string | null;
    detail: string;
    reason: string;
    person: string;
    folded: string;
  };
  /** Changes that wait until their controller is online. */
  unsaved_edits: {
    connection: string;
    kind: string;
    name: string;
    /** The edited document as JSON. */
    content: string;
    /** The document that the edit started from, as JSON; null for a new one. */
    base: string | null;
    state: string;
    /** Why the controller refused it. */
    reason: string | null;
    person: string;
    /** Milliseconds since the epoch. */
    saved_at: number;
  };
  /** The last answers of controllers. */
  last_answers: {
    connection: string;
    /** Noun and verb, such as `labels.get`. */
    operation: string;
    /** Name of the item that was read; empty for a list. */
    name: string;
    /** The other parameters as JSON. */
    question: string;
    answer: string;
    /** Milliseconds since the epoch. */
    at: number;
  };
}

export type StationDatabase = Kysely<StationSchema>;
export type StationTransaction = Transaction<StationSchema>;

import type { Generated, Kysely, Transaction } from 'kysely';

/** Tables of the station's database. */
export interface StationSchema {
  settings: { key: string; value: string };
  connections: {
    id: string;
    name: string;
    url: string;
    position: number;
    /** The controller's identity when it was first seen; another one at the same address is refused until accepted. */
    controller_id: string | null;
  };
  /** The alarms that are not over, as JSON. */
  alarms: { id: string; alarm: string };
  journal: {
    id: Generated<number>;
    /** Milliseconds since the epoch. */
    at: number;
    event: string;
    subject: string;
    connection: string | null;
    /** The name that the controller had then. */
    controller: string;
    printer: string | null;
    detail: string;
    reason: string;
    person: string;
    folded: string;
  };
  /** Changes that wait for their controller. */
  drafts: {
    connection: string;
    kind: string;
    name: string;
    /** What is to be saved, as JSON. */
    content: string;
    /** What the person began from, as JSON; null for something new. */
    base: string | null;
    state: string;
    /** Why the controller did not take it. */
    reason: string | null;
    person: string;
    /** Milliseconds since the epoch. */
    saved_at: number;
  };
  /** What controllers answered last. */
  last_answers: {
    connection: string;
    /** Noun and verb. */
    operation: string;
    /** Of the thing that was asked for; empty for a list. */
    name: string;
    /** Whatever else was asked, as JSON. */
    question: string;
    answer: string;
    /** Milliseconds since the epoch. */
    at: number;
  };
}

export type StationDatabase = Kysely<StationSchema>;
export type StationTransaction = Transaction<StationSchema>;

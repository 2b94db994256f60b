import type { Generated, Kysely, Transaction } from 'kysely';
import type { ChainTables } from './audit-schema.ts';

/** Tables of the station's database. */
export interface StationSchema extends ChainTables {
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
  /** Who may sign in to the station. */
  people: {
    id: string;
    name: string;
    /** The name as it is compared. */
    folded_name: string;
    role: string;
    /** The hash of the PIN or password in the PHC string format. */
    secret_hash: string;
    /** The keyed hash of the badge's text; null without a badge. */
    badge_hash: string | null;
    /** Ids of the lines to which the person's permissions are limited, as JSON; null = all lines. */
    lines: string | null;
    is_enabled: 0 | 1;
  };
  /** The permissions, as JSON, of the roles that an administrator has changed. Any other role has its default permissions. */
  role_permissions: { role: string; permissions: string };
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

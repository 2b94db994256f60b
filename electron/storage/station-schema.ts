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
}

export type StationDatabase = Kysely<StationSchema>;
export type StationTransaction = Transaction<StationSchema>;

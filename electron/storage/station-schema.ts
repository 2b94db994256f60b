import type { Kysely } from 'kysely';

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
}

export type StationDatabase = Kysely<StationSchema>;

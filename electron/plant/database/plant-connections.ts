import type { PlantDatabase } from './plant-schema.ts';

/** A transaction on one connection, for statements that Kysely cannot express. */
export interface Session {
  /** Runs one statement. Returns its rows. */
  query<Row = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** Runs a statement that changes rows. Returns how many. */
  change(sql: string, parameters?: readonly unknown[]): Promise<number>;
  /** Runs several statements without parameters. */
  execute(sql: string): Promise<void>;
  /** Copies CSV into a table: `copy` is the part of COPY before FROM, such as `COPY incoming`. The CSV has a header line. */
  copyCsv(copy: string, csv: Uint8Array): Promise<void>;
}

/** PostgreSQL, as a server or inside this process. */
export interface PlantConnections {
  readonly kind: 'postgresql' | 'embedded';
  readonly db: PlantDatabase;
  /** Commits when `work` resolves, and rolls back when it rejects. */
  transaction<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

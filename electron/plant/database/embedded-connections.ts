import { PGlite, types, type Transaction } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import type { PlantConnections, Session } from './plant-connections.ts';
import type { PlantSchema } from './plant-schema.ts';

/**
 * PostgreSQL inside this process, with its files in `folder`; in memory without one. It has one connection: it is for trying, and for tests.
 * Rejects when the files cannot be opened.
 */
export async function openEmbedded(folder?: string): Promise<PlantConnections> {
  const database = await PGlite.create({
    ...(folder !== undefined && { dataDir: folder }),
    // Ids and counts stay below 2^53.
    parsers: { [types.INT8]: Number },
  });
  return {
    kind: 'embedded',
    db: new Kysely<PlantSchema>({ dialect: new PGliteDialect({ pglite: database }) }),
    transaction: (work) => database.transaction((transaction) => work(sessionOf(transaction))),
    close: () => database.close(),
  };
}

function sessionOf(transaction: Transaction): Session {
  return {
    query: async <Row>(sql: string, parameters: readonly unknown[] = []) => (await transaction.query<Row>(sql, [...parameters])).rows,
    change: async (sql, parameters = []) => (await transaction.query(sql, [...parameters])).affectedRows ?? 0,
    execute: async (sql) => void (await transaction.exec(sql)),
    copyCsv: async (copy, csv) => {
      await transaction.query(`${copy} FROM '/dev/blob' WITH (FORMAT csv, HEADER true)`, [], { blob: new Blob([new Uint8Array(csv)]) });
    },
  };
}

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { PlantConnections, Session } from './plant-connections.ts';
import type { PlantSchema } from './plant-schema.ts';
import { FailoverPool, type FailoverLog } from './failover-pool.ts';

/** Connects to a PostgreSQL server: to the first of its addresses that accepts changes. Connects only when it is used. */
export function connectToServer(addresses: readonly string[], log: FailoverLog): PlantConnections {
  const pool = new FailoverPool(addresses, log);
  return {
    kind: 'postgresql',
    db: new Kysely<PlantSchema>({ dialect: new PostgresDialect({ pool }) }),
    transaction: (work) => inTransaction(pool, work),
    close: () => pool.end(),
  };
}

async function inTransaction<Result>(pool: FailoverPool, work: (session: Session) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let failure: unknown;
  try {
    await client.query('BEGIN');
    const result = await work(sessionOf(client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    failure = await client.query('ROLLBACK').then(
      () => undefined,
      (secondFailure: unknown) => secondFailure,
    );
    throw error;
  } finally {
    // A connection that cannot even roll back is not used again.
    client.release(failure instanceof Error ? failure : undefined);
  }
}

function sessionOf(client: pg.PoolClient): Session {
  return {
    query: async <Row>(sql: string, parameters: readonly unknown[] = []) =>
      (await client.query<Row & pg.QueryResultRow>(sql, [...parameters])).rows,
    change: async (sql, parameters = []) => (await client.query(sql, [...parameters])).rowCount ?? 0,
    execute: async (sql) => void (await client.query(sql)),
    copyCsv: async (copy, csv) => {
      await pipeline(Readable.from([csv]), client.query(copyFrom(`${copy} FROM STDIN WITH (FORMAT csv, HEADER true)`)));
    },
  };
}

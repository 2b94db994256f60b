import { migratePlant } from '#plant/database/migrate-plant.ts';
import { connectToServer } from '#plant/database/server-connections.ts';
import { Plant } from '#plant/plant.ts';
import { DOCUMENT, DOCUMENT_HASH } from '#support/archive-csv.ts';
import { freePort } from '#support/free-port.ts';
import { PlantProcess } from '#support/plant-process.ts';
import { PostgresServer } from '#support/postgresql.ts';
import { CannotMeasure } from '../goal.ts';

/** The program of the plant in a process of its own, on a PostgreSQL with an empty archive. */
export interface BenchPlant {
  url: string;
  pid: number;
  /** A key for everything that a line and a person who searches need. */
  key: string;
  database: PostgresServer;
  stop: () => Promise<void>;
}

const DATABASE = 'plant';

/** Throws `CannotMeasure` without PostgreSQL. */
export async function startBenchPlant(): Promise<BenchPlant> {
  const missing = PostgresServer.missing();
  if (missing !== undefined) throw new CannotMeasure(missing);
  await using resources = new AsyncDisposableStack();
  const database = await PostgresServer.start();
  resources.defer(() => database.stop());
  const address = await database.createDatabase(DATABASE);
  const key = await prepare(address);
  const { url, pid, stop } = await PlantProcess.startOn(address, await freePort());
  resources.defer(stop);
  const held = resources.move();
  return { url, pid, key, database, stop: () => held.disposeAsync() };
}

/** Creates the tables and stores what all prints refer to. Returns a key. */
async function prepare(address: string): Promise<string> {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const connections = connectToServer([address], log);
  const plant = new Plant({ connections, now: () => Date.now(), log });
  try {
    await migratePlant(connections, { isAllowed: true });
    await plant.storeDocument(DOCUMENT_HASH, Buffer.from(DOCUMENT));
    return await plant.keys.add({ name: 'lines', scopes: ['report', 'read'] });
  } finally {
    await plant.stop();
    await connections.close();
  }
}

/** The bytes of the database of a plant, with its indexes. */
export async function databaseBytes({ database }: BenchPlant): Promise<number> {
  const [row] = await database.query<{ bytes: string }>(`SELECT pg_database_size('${DATABASE}') AS bytes`);
  return Number(row?.bytes);
}

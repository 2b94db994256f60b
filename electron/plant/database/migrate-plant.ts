import { initial } from './migrations/0001-initial.ts';
import type { PlantMigration } from './migrations/plant-migration.ts';
import { serialLeases } from './migrations/0002-serial-leases.ts';
import { library } from './migrations/0003-library.ts';
import { rowRuns } from './migrations/0004-row-runs.ts';
import type { PlantConnections, Session } from './plant-connections.ts';

export const PLANT_MIGRATIONS: readonly PlantMigration[] = [initial, serialLeases, library, rowRuns];

/** The database was changed by a newer program: this one must not use it. */
export class NewerPlantSchemaError extends Error {
  constructor(found: number, known: number) {
    super(`the database has version ${found}, and this program knows versions up to ${known}: install the newer program`);
    this.name = 'NewerPlantSchemaError';
  }
}

/** The database has to be migrated first, which this instance may not do. */
export class OlderPlantSchemaError extends Error {
  constructor(found: number, known: number) {
    super(`the database has version ${found} and needs version ${known}: run "plant migrate" with the role that owns the tables`);
    this.name = 'OlderPlantSchemaError';
  }
}

/** Any fixed number: instances that migrate at the same time wait for each other. */
const LOCK = 731_000_001;

/**
 * Brings the tables to the version of this program. All in one transaction under a lock: an interruption leaves the version before. Throws a
 * `NewerPlantSchemaError`, and an `OlderPlantSchemaError` if `isAllowed` is false.
 */
export async function migratePlant(connections: PlantConnections, { isAllowed }: { isAllowed: boolean }): Promise<void> {
  const known = PLANT_MIGRATIONS.length;
  const found = await connections.transaction(versionOf);
  if (found > known) throw new NewerPlantSchemaError(found, known);
  if (found === known) return;
  if (!isAllowed) throw new OlderPlantSchemaError(found, known);
  await connections.transaction(async (session) => {
    await session.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    // Another instance may have migrated while this one waited.
    const version = await versionOf(session);
    if (version > known) throw new NewerPlantSchemaError(version, known);
    for (const migration of PLANT_MIGRATIONS) if (migration.version > version) await session.execute(migration.sql);
    await session.execute('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL); DELETE FROM schema_version');
    await session.query('INSERT INTO schema_version (version) VALUES ($1)', [known]);
  });
}

/** The version of the tables; 0 for an empty database. */
async function versionOf(session: Session): Promise<number> {
  // Unlike to_regclass, a query of the catalog sees what was committed while this transaction waited for the lock.
  const tables = await session.query("SELECT FROM pg_class WHERE relname = 'schema_version' AND relnamespace = 'public'::regnamespace");
  if (tables.length === 0) return 0;
  const [row] = await session.query<{ version: number }>('SELECT version FROM schema_version');
  return row?.version ?? 0;
}

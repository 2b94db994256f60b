import { initial } from '../migrations/station/0001-initial.ts';
import { people } from '../migrations/station/0002-people.ts';
import { auditChain } from '../migrations/station/0003-audit-chain.ts';
import { auditTimes } from '../migrations/station/0004-audit-times.ts';
import { openDatabase } from './open-database.ts';
import type { StationDatabase, StationSchema } from './station-schema.ts';

export const STATION_MIGRATIONS = [initial, people, auditChain, auditTimes];

/** Opens the station's database (`:memory:` in tests) and migrates it. */
export function openStationDatabase(file: string): StationDatabase {
  return openDatabase<StationSchema>({ file, migrations: STATION_MIGRATIONS });
}

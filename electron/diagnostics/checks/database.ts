import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isMarkedDamaged } from '#storage/integrity/background-check.ts';
import { damageIn } from '#storage/integrity/check-in-thread.ts';
import { isDamage } from '#storage/integrity/sqlite-failure.ts';
import { walFileOf } from '#storage/wal/closed-wal.ts';
import { finding, joined, messageOf, type Check, type Outcome } from '../model/check.ts';
import { CONTROLLER_DATABASE, STATION_DATABASE, type DataFolders } from '../model/data-folders.ts';
import { TOO_LATE, withinLimit } from '../model/time-limit.ts';

/** Milliseconds for the check of one database. */
const LIMIT = 20_000;
/** Four times the size to which a write-ahead log is truncated. */
const LARGE_LOG = 64 * 1024 ** 2;

/** Damage in the databases of controller and station, found on connections that only read. */
export function databaseCheck(limit = LIMIT): Check {
  return {
    id: 'database',
    title: 'Databases',
    run: async ({ folders }) => {
      const outcomes: Outcome[] = [];
      // One after the other: together they would compete for the disk.
      for (const file of databasesOf(folders)) outcomes.push(await checked(file, limit));
      return joined(outcomes);
    },
  };
}

/** A controller alone has no database of a station, and a station creates its own at each start without one. */
function databasesOf({ station, controller }: DataFolders): string[] {
  const ofStation = join(station, STATION_DATABASE);
  if (controller === undefined) return [ofStation];
  const ofController = join(controller, CONTROLLER_DATABASE);
  return existsSync(ofStation) ? [ofController, ofStation] : [ofController];
}

async function checked(file: string, limit: number): Promise<Outcome> {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) return { facts: [], findings: [finding('database-missing', { file })] };
  const logSize = statSync(walFileOf(file), { throwIfNoEntry: false })?.size ?? 0;
  const began = performance.now();
  const findings = await damageFindings(file, limit);
  if (logSize > LARGE_LOG) findings.push(finding('database-log-large', { file }));
  return {
    facts: [
      { name: 'databaseSize', of: file, value: size },
      { name: 'logSize', of: file, value: logSize },
      { name: 'checkTime', of: file, value: Math.round(performance.now() - began) },
    ],
    findings,
  };
}

async function damageFindings(file: string, limit: number): Promise<Outcome['findings']> {
  try {
    const damage = await withinLimit(limit, (signal) => damageIn(file, signal));
    if (damage === TOO_LATE) return [finding('database-check-unfinished', { file, seconds: limit / 1_000 })];
    if (damage !== undefined) return [finding('database-damaged', { file }, damage)];
    return isMarkedDamaged(file) ? [finding('database-damaged', { file })] : [];
  } catch (error) {
    const code = isDamage(error) ? 'database-damaged' : 'database-unreadable';
    return [finding(code, { file }, messageOf(error))];
  }
}

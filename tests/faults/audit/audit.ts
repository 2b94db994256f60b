import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChainedRecords } from '#storage/audit-chain/chained-records.ts';
import { checkExport } from '#storage/audit-chain/check-export.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { Random } from '#support/random.ts';
import { refuse, type Order } from '../fault-run.ts';
import { mutateDatabase, mutateExport, type Mutation } from './mutations.ts';

const CHAIN = 'changes';
const START = Date.UTC(2026, 10, 22, 6);
const MINUTE = 60_000;
const { privateKey } = generateKeyPairSync('ed25519');
/** Honest logs for each mutation: 1 000 for 10 000. */
const MUTATIONS_PER_LOG = 10;
/** Every tenth mutation is made in the database, which takes a hundred times as long as one of an export. */
const IN_DATABASE = 0.1;

/**
 * Changes exported audit logs, and the databases they are exported from, at random; then writes honest logs whose writer is killed at random moments.
 * Every change is found and its first bad record named, and no honest log is accused.
 */
export async function audit({ amount, seed, tell }: Order): Promise<string> {
  const random = new Random(seed);
  let inDatabase = 0;
  for (let done = 0; done < amount; done += 1) {
    const isInDatabase = random.fraction() < IN_DATABASE;
    if (isInDatabase) inDatabase += 1;
    refuse(await (isInDatabase ? mutatedDatabase(random) : mutatedExport(random)));
    if ((done + 1) % 1_000 === 0) tell(`${done + 1} mutations found`);
  }
  const logs = Math.max(1, Math.round(amount / MUTATIONS_PER_LOG));
  let kills = 0;
  for (let done = 0; done < logs; done += 1) {
    const log = await honestLog(random);
    kills += log.kills;
    refuse(log.faults);
    if ((done + 1) % 100 === 0) tell(`${done + 1} honest logs`);
  }
  return `${amount} mutations found, ${inDatabase} of them in the database; ${logs} honest logs with ${kills} kills, 0 false alarms`;
}

let exported: string[] | undefined;

async function mutatedExport(random: Random): Promise<string[]> {
  exported ??= await withDatabase(':memory:', async (db) => {
    await writeRecords(db, { random: new Random(1), count: 60 });
    return linesOf(db);
  });
  const lines = [...exported];
  const mutation = mutateExport(lines, random);
  // Swapping a line with an equal one, or inserting one where it belongs, changes nothing.
  if (lines.join('\n') === exported.join('\n')) return [];
  return faultsOf(mutation, lines);
}

function mutatedDatabase(random: Random): Promise<string[]> {
  return withDatabase(':memory:', async (db) => {
    await writeRecords(db, { random, count: random.whole(20, 40) });
    const { sealedTo } = await checkExport(await linesOf(db));
    const mutation = await mutateDatabase(db, { chain: CHAIN, signedTo: sealedTo, random });
    return faultsOf(mutation, await linesOf(db));
  });
}

async function faultsOf({ what, first, last }: Mutation, lines: string[]): Promise<string[]> {
  const { fault } = await checkExport(lines);
  if (!fault) return [`${what}: not found`];
  if (fault.record >= first && fault.record <= last) return [];
  return [`${what}: record ${fault.record} was named (${fault.reason}), and ${first} to ${last} are concerned`];
}

/** A log in a file. At random moments, also within a transaction, another process finds the files as a killed one leaves them, and continues. */
async function honestLog(random: Random): Promise<{ kills: number; faults: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'strobe-audit-'));
  const kills = random.whole(1, 4);
  try {
    let file = join(folder, '0.db');
    let at = START;
    for (let kill = 1; kill <= kills; kill += 1) {
      const next = join(folder, `${kill}.db`);
      at = await withDatabase(file, (db) => writeUntilKilled(db, { random, at, leave: () => copyDatabase(file, next) }));
      file = next;
    }
    return await withDatabase(file, async (db) => {
      await writeRecords(db, { random, count: random.whole(1, 10), at });
      const { fault } = await checkExport(await linesOf(db));
      return { kills, faults: fault ? [`an honest log with ${kills} kills was accused: record ${fault.record}: ${fault.reason}`] : [] };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Killed {
  random: Random;
  at: number;
  /** Copies the files as they are at this moment. */
  leave: () => void;
}

/** Resolves with the time of the last record. */
async function writeUntilKilled(db: ControllerDatabase, { random, at, leave }: Killed): Promise<number> {
  const last = await writeRecords(db, { random, count: random.whole(1, 15), at });
  if (random.fraction() < 0.5) {
    leave();
    return last;
  }
  await inTransaction(db, async (trx) => {
    const records = new ChainedRecords(() => privateKey);
    // The process is killed between the record about a removal, the removal, and the commit of both.
    if (random.fraction() < 0.5) await records.removeOldest(trx, CHAIN, { now: last, minRecords: random.whole(1, 10) });
    for (let count = random.whole(1, 3); count > 0; count -= 1) {
      await records.append(trx, { chain: CHAIN, at: last, content: contentOf(random) });
    }
    leave();
  });
  return last;
}

/** A write-ahead log that was not synced yet is in the memory of the system, and survives the death of the process. */
function copyDatabase(file: string, to: string): void {
  for (const suffix of ['', '-wal']) if (existsSync(file + suffix)) copyFileSync(file + suffix, to + suffix);
}

interface ToWrite {
  random: Random;
  count: number;
  /** The time of the record before, in milliseconds since the epoch. */
  at?: number;
}

/** Writes records some minutes apart, now and then with a clock that was set back. Resolves with the time of the last one. */
async function writeRecords(db: ControllerDatabase, { random, count, at = START }: ToWrite): Promise<number> {
  const records = new ChainedRecords(() => privateKey);
  const minRecords = random.pick([10, 1_000]);
  for (let written = 0; written < count; written += 1) {
    at += random.fraction() < 0.02 ? -90 * MINUTE : random.whole(1, 15) * MINUTE;
    const { hasSealed } = await inTransaction(db, (trx) => records.append(trx, { chain: CHAIN, at, content: contentOf(random) }));
    if (hasSealed) await inTransaction(db, (trx) => records.removeOldest(trx, CHAIN, { now: at, minRecords }));
  }
  return at;
}

function contentOf(random: Random): Record<string, unknown> {
  const value = random.pick<unknown>([
    random.text('aé漢😀"\\\n', 0, 40),
    random.fraction(),
    random.whole(-1e9, 1e9),
    null,
    [true, { z: 1, a: '' }],
  ]);
  return { kind: 'use', key: random.text('abc', 1, 8), person: random.text('Ana Öb', 0, 12), value };
}

async function linesOf(db: ControllerDatabase): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of new ChainedRecords(() => privateKey).exportLines(db, CHAIN, START)) lines.push(line);
  return lines;
}

async function withDatabase<Result>(file: string, use: (db: ControllerDatabase) => Promise<Result>): Promise<Result> {
  const db = openControllerDatabase(file);
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}

import { sql } from 'kysely';
import { canonicalText, recordHash } from '#storage/audit-chain/record-chain.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import type { Random } from '#support/random.ts';

/** A change of an exported log or of its database, and which record a check has to name. */
export interface Mutation {
  /** What was done, for the evidence. */
  what: string;
  /** The first and the last record that the check may name: one for a record, those of its segment for a signature. */
  first: number;
  last: number;
}

/** What a line of an export is about. */
interface LineRecords {
  first: number;
  last: number;
}

const KINDS = ['change', 'remove', 'insert', 'swap', 'cut'] as const;

/** Changes the lines of an export at random. */
export function mutateExport(lines: string[], random: Random): Mutation {
  const about = lines.map((_, index) => recordsOf(lines, index));
  const at = random.whole(0, lines.length - 1);
  const kind = random.pick(KINDS);
  const place = about[at] ?? { first: 1, last: 1 };
  const done = (what: string, { first, last }: LineRecords = place): Mutation => ({ what: `${what} line ${at + 1}`, first, last });
  if (kind === 'change') {
    lines[at] = changedText(lines[at] ?? '', random);
    return done('changed');
  }
  if (kind === 'remove') {
    lines.splice(at, 1);
    return done('removed');
  }
  if (kind === 'insert') {
    const copied = random.pick(lines);
    lines.splice(at, 0, random.fraction() < 0.5 ? copied : forgedRecord(place.first));
    return done('inserted a line before', displaced(lines, at));
  }
  if (kind === 'swap') {
    const other = (at + random.whole(1, lines.length - 1)) % lines.length;
    swapLines(lines, at, other);
    return done(`swapped line ${other + 1} and`, displaced(lines, Math.min(at, other)));
  }
  lines.length = at;
  return done('cut the export before');
}

function swapLines(lines: string[], one: number, other: number): void {
  [lines[one], lines[other]] = [lines[other] ?? '', lines[one] ?? ''];
}

/** A line at the wrong place: a record is named at once, a signature by the first record that it should have signed. */
function displaced(lines: readonly string[], index: number): LineRecords {
  const { first, last } = recordsOf(lines, index);
  const before = lines.slice(0, index).reduce((number, line) => numberOf(line) ?? number, 0);
  return numberOf(lines[index] ?? '') === undefined ? { first, last: last + 1 } : { first: before + 1, last: before + 2 };
}

/** A signature that is wrong or missing is found by itself or by the next one, at the first record that is then unsigned. */
function recordsOf(lines: readonly string[], index: number): LineRecords {
  const last = lines.slice(0, index).reduce((number, line) => numberOf(line) ?? number, 0);
  const number = numberOf(lines[index] ?? '');
  if (number !== undefined) return { first: number, last: number };
  if (index === 0) return { first: 1, last: lines.length };
  const earlier = lines.slice(1, index).findLastIndex((line) => numberOf(line) === undefined);
  const first = lines.slice(1, earlier + 2).reduce((before, line) => numberOf(line) ?? before, 0) + 1;
  return { first: lines[index]?.includes('"kind":"head"') ? 1 : first, last: last + 1 };
}

function numberOf(line: string): number | undefined {
  const [, number] = /^\{"hash":"[\da-f]{64}","record":\{.*"number":(\d+)/.exec(line) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** One character becomes another one. */
function changedText(text: string, random: Random): string {
  const at = random.whole(0, text.length - 1);
  const character = String.fromCharCode(text.charCodeAt(at) ^ random.pick([1, 2, 4, 8]));
  return text.slice(0, at) + character + text.slice(at + 1);
}

/** A record as a person would write it who knows the format but not the hash before it. */
function forgedRecord(number: number): string {
  const record = { kind: 'use', number, key: 'forged' };
  return canonicalText({ record, hash: recordHash('0'.repeat(64), canonicalText(record)) });
}

/** A stored record. */
interface Row {
  number: number;
  record: string;
  hash: string;
}

export interface StoredLog {
  chain: string;
  /** The last signed record. */
  signedTo: number;
  random: Random;
}

/**
 * Changes the records of a chain in its database at random. A forger who deletes the newest records of the hour that is not signed yet leaves a shorter
 * honest log, so a cut always reaches a signed record.
 */
export async function mutateDatabase(db: ControllerDatabase, { chain, signedTo, random }: StoredLog): Promise<Mutation> {
  const { rows } = await sql<Row>`SELECT number, record, hash FROM audit_records WHERE chain = ${chain} ORDER BY number`.execute(db);
  const at = random.whole(0, rows.length - 1);
  const row = rows[at];
  if (!row) throw new Error('the log is empty');
  const { number } = row;
  const named = (what: string, record = number): Mutation => ({
    what: `${what} record ${number} in the database`,
    first: record,
    last: record,
  });
  const kind = random.pick(KINDS);
  const put = (to: number, { record, hash }: Pick<Row, 'record' | 'hash'>) =>
    sql`UPDATE audit_records SET record = ${record}, hash = ${hash} WHERE chain = ${chain} AND number = ${to}`.execute(db);
  if (kind === 'change') {
    await put(number, { ...row, record: changedText(row.record, random) });
    return named('changed');
  }
  if (kind === 'insert') {
    // The numbers are unique, so that a record is inserted by moving the later ones.
    await sql`UPDATE audit_records SET number = -number - 1 WHERE chain = ${chain} AND number >= ${number}`.execute(db);
    await sql`UPDATE audit_records SET number = -number WHERE chain = ${chain} AND number < 0`.execute(db);
    const { record, hash } = JSON.parse(forgedRecord(number)) as { record: object; hash: string };
    await sql`INSERT INTO audit_records (chain, number, at, record, hash) VALUES (${chain}, ${number}, 0, ${canonicalText(record)}, ${hash})`.execute(
      db,
    );
    // The hash of a forged first record is right, because every chain begins with the same value: then the record after it is named.
    return { ...named('inserted'), last: number === 1 ? 2 : number };
  }
  if (kind === 'swap') {
    const other = rows[(at + random.whole(1, rows.length - 1)) % rows.length] ?? row;
    await put(number, other);
    await put(other.number, row);
    return named(`swapped record ${other.number} and`, Math.min(number, other.number));
  }
  if (kind === 'cut') {
    const from = Math.min(number, signedTo);
    await sql`DELETE FROM audit_records WHERE chain = ${chain} AND number >= ${from}`.execute(db);
    return { what: `cut the records from ${from} on in the database`, first: 1, last: from };
  }
  // Without its last record the unsigned end of a log is a shorter honest log.
  const removed = number === rows.at(-1)?.number ? Math.min(number, signedTo) : number;
  await sql`DELETE FROM audit_records WHERE chain = ${chain} AND number = ${removed}`.execute(db);
  // A log without its first record looks like one whose oldest records were deleted, until the signature of the first hour.
  return { what: `removed record ${removed} in the database`, first: removed, last: removed === rows[0]?.number ? removed + 1 : removed };
}

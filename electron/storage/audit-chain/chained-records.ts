import type { KeyObject } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { Statement } from '../database/statement.ts';
import { EXPORT_FORMAT } from './check-export.ts';
import { removalContent, type Removal } from './removals.ts';
import { canonicalText, CHAIN_START, recordHash } from './record-chain.ts';
import { signSeal, type Seal } from './seals.ts';

/** Records of one hour, by their own times, are signed together. */
const SEGMENT = 3_600_000;
const EXPORT_PAGE = 500;
const DAY = 24 * SEGMENT;
/** Records that one removal deletes at most, unless one segment has more: other writes wait meanwhile. */
const MAX_REMOVED = 10_000;
const SEGMENTS_AT_ONCE = 200;

type Reader = Pick<Kysely<never>, 'executeQuery'>;
type Writer = Pick<Transaction<never>, 'executeQuery'>;

const LAST = new Statement<{ number: number; at: number; hash: string }>(
  'SELECT number, at, hash FROM audit_records WHERE chain = ?1 ORDER BY number DESC LIMIT 1',
);
const INSERT = new Statement<{ id: number }>(
  'INSERT INTO audit_records (chain, number, at, outcome_of, record, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6) RETURNING id',
);
const LAST_SEAL = new Statement<{ seal: string }>('SELECT seal FROM audit_seals WHERE chain = ?1 ORDER BY last DESC LIMIT 1');
const INSERT_SEAL = new Statement('INSERT INTO audit_seals (chain, last, seal) VALUES (?1, ?2, ?3)');
const HASH_OF = new Statement<{ hash: string }>('SELECT hash FROM audit_records WHERE chain = ?1 AND number = ?2');
const FIRST = new Statement<{ number: number }>('SELECT number FROM audit_records WHERE chain = ?1 ORDER BY number LIMIT 1');
const SEGMENTS = new Statement<{ last: number; seal: string }>(
  'SELECT last, seal FROM audit_seals WHERE chain = ?1 AND last >= ?2 ORDER BY last LIMIT ?3',
);
const YOUNGER = new Statement<{ number: number }>(
  'SELECT number FROM audit_records WHERE chain = ?1 AND number >= ?2 AND number <= ?3 AND at >= ?4 LIMIT 1',
);
const DELETE = new Statement('DELETE FROM audit_records WHERE chain = ?1 AND number <= ?2');
const PAGE = new Statement<{ number: number; record: string; hash: string }>(
  'SELECT number, record, hash FROM audit_records WHERE chain = ?1 AND number > ?2 AND number <= ?3 ORDER BY number LIMIT ?4',
);
const SEALS = new Statement<{ last: number; seal: string }>(
  'SELECT last, seal FROM audit_seals WHERE chain = ?1 AND last >= ?2 AND last < ?3 ORDER BY last',
);

/** A record without its number, which it gets when it is written. */
export interface NewRecord {
  chain: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** The number of the record whose outcome this one is. */
  outcomeOf?: number | undefined;
  content: Record<string, unknown>;
}

/** Where a record was written. */
export interface WrittenRecord {
  id: number;
  number: number;
  /** It is the first one of another hour: the records before it were signed, and can be removed. */
  hasSealed: boolean;
}

/** Which records of a chain are kept. */
export interface Retention {
  /** Milliseconds since the epoch. */
  now: number;
  /** Records older than these days are removed; undefined for none. */
  days?: number | undefined;
  /** At least so many records are kept; the oldest beyond them are removed. Infinity for all. */
  minRecords: number;
}

/** Append-only records in chains, each with the hash of the record before it, and signed hour by hour. */
export class ChainedRecords {
  readonly #key: () => KeyObject;
  /** What a record about a removal says in addition. */
  readonly #removal: Record<string, unknown>;
  /** Exports in progress, which read page by page. Nothing is removed meanwhile. */
  #exports = 0;

  /** `key` gives the Ed25519 key that signs. */
  constructor(key: () => KeyObject, removal: Record<string, unknown> = {}) {
    this.#key = key;
    this.#removal = removal;
  }

  /** Writes a record at the end of its chain; the first one of another hour signs the records before it. */
  async append(trx: Writer, { chain, at, outcomeOf, content }: NewRecord): Promise<WrittenRecord> {
    const last = await LAST.first(trx, chain);
    const hasSealed = last !== undefined && hourOf(last.at) !== hourOf(at);
    if (hasSealed) await this.#seal(trx, chain, { last: last.number, head: last.hash, at });
    const number = (last?.number ?? 0) + 1;
    const record = canonicalText({ ...content, number });
    const hash = recordHash(last?.hash ?? CHAIN_START, record);
    const written = await INSERT.first(trx, chain, number, at, outcomeOf ?? null, record, hash);
    if (!written) throw new Error('the record was not written');
    return { id: written.id, number, hasSealed };
  }

  /** Signs the records of hours that are over. `at` in milliseconds since the epoch. */
  async sealEnded(trx: Writer, chain: string, at: number): Promise<void> {
    const last = await LAST.first(trx, chain);
    if (last && hourOf(last.at) !== hourOf(at)) await this.#seal(trx, chain, { last: last.number, head: last.hash, at });
  }

  /**
   * Removes the oldest signed segments that need not be kept, and writes a record about it in the same transaction: a log that is killed meanwhile has
   * both or neither. The signatures stay, and the rest of the chain continues from the last of them. Returns whether there may be more to remove.
   */
  async removeOldest(trx: Writer, chain: string, retention: Retention): Promise<boolean> {
    const removal = this.#exports > 0 ? undefined : await this.#findRemovable(trx, chain, retention);
    if (!removal) return false;
    const content = { ...this.#removal, ...removalContent(removal, new Date(retention.now).toISOString()) };
    await this.append(trx, { chain, at: retention.now, content });
    await DELETE.run(trx, chain, removal.last);
    return true;
  }

  async #findRemovable(trx: Writer, chain: string, { now, days, minRecords }: Retention): Promise<Removal | undefined> {
    const [oldest, newest] = [await FIRST.first(trx, chain), await LAST.first(trx, chain)];
    if (!oldest || !newest) return undefined;
    const first = oldest.number;
    let removal: Removal | undefined;
    for (const { last, seal } of await SEGMENTS.all(trx, chain, first, SEGMENTS_AT_ONCE)) {
      const start = (removal?.last ?? first - 1) + 1;
      const isOld = await isOlder(trx, { chain, first: start, last, now, days });
      if (!isOld && last > newest.number - minRecords) break;
      const kept = JSON.parse(seal) as Removal['kept'];
      removal = { first, last, kept, ...(isOld ? { reason: 'age', days } : { reason: 'count' }) };
      if (last - first >= MAX_REMOVED) break;
    }
    return removal;
  }

  /**
   * A chain as lines that can be checked without its database: a start, the records, the signatures on their segments, and a signature on the end.
   * Reads page by page; records that are appended meanwhile are left out.
   */
  async *exportLines(db: Reader, chain: string, at: number): AsyncGenerator<string> {
    this.#exports += 1;
    try {
      yield* this.#exportLines(db, chain, at);
    } finally {
      this.#exports -= 1;
    }
  }

  async *#exportLines(db: Reader, chain: string, at: number): AsyncGenerator<string> {
    // Read before the last record, so that this signature can only concern records that were written.
    const lastSeal = await LAST_SEAL.first(db, chain);
    const end = await LAST.first(db, chain);
    const first = (await FIRST.first(db, chain))?.number ?? 1;
    const previous = await this.#hashBefore(db, chain, first);
    const last = end?.number ?? first - 1;
    yield canonicalText({ format: EXPORT_FORMAT, chain, first, previous });
    yield* this.#recordLines(db, chain, { first, last });
    const sealedTo = lastSeal ? (JSON.parse(lastSeal.seal) as Seal).seal.last : 0;
    // A signature on records that are not there shows that the end of the chain was deleted in the database.
    if (lastSeal && sealedTo > last) yield lastSeal.seal;
    const part = { chain, first, last, previous, head: end?.hash ?? previous, sealedTo };
    yield canonicalText(signSeal({ kind: 'head', ...part, at: new Date(at).toISOString() }, this.#key()));
  }

  /** The records with the signatures on their segments. Rows that are missing in the database are missing here, which the check then says. */
  async *#recordLines(db: Reader, chain: string, { first, last }: { first: number; last: number }): AsyncGenerator<string> {
    for (let from = first - 1; from < last;) {
      const rows = await PAGE.all(db, chain, from, last, EXPORT_PAGE);
      const to = rows.at(-1)?.number;
      if (to === undefined) return;
      const seals = new Map((await SEALS.all(db, chain, from + 1, to + 1)).map((row) => [row.last, row.seal]));
      for (const { number, record, hash } of rows) {
        yield `{"hash":${JSON.stringify(hash)},"record":${record}}`;
        const seal = seals.get(number);
        if (seal !== undefined) yield seal;
      }
      from = to;
    }
  }

  async #seal(trx: Writer, chain: string, { last, head, at }: { last: number; head: string; at: number }): Promise<void> {
    const row = await LAST_SEAL.first(trx, chain);
    const before = row && (JSON.parse(row.seal) as Seal).seal;
    if (before && before.last >= last) return;
    const first = (before?.last ?? 0) + 1;
    const segment = {
      kind: 'segment',
      chain,
      first,
      last,
      previous: before?.head ?? CHAIN_START,
      head,
      at: new Date(at).toISOString(),
    } as const;
    await INSERT_SEAL.run(trx, chain, last, canonicalText(signSeal(segment, this.#key())));
  }

  /** The hash of the record before `first`: of a record, or of the signed segment that was deleted. */
  async #hashBefore(db: Reader, chain: string, first: number): Promise<string> {
    if (first === 1) return CHAIN_START;
    const [row] = await SEALS.all(db, chain, first - 1, first);
    if (row) return (JSON.parse(row.seal) as Seal).seal.head;
    return (await HASH_OF.first(db, chain, first - 1))?.hash ?? CHAIN_START;
  }
}

/** Whether all these records are older than the days that records are kept; false when they are kept forever. */
async function isOlder(
  trx: Writer,
  { chain, first, last, now, days }: { chain: string; first: number; last: number; now: number; days: number | undefined },
): Promise<boolean> {
  return days !== undefined && (await YOUNGER.first(trx, chain, first, last, now - days * DAY)) === undefined;
}

function hourOf(at: number): number {
  return Math.floor(at / SEGMENT);
}

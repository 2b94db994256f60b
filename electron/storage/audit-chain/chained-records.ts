import type { KeyObject } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { Statement } from '../database/statement.ts';
import { EXPORT_FORMAT } from './check-export.ts';
import { canonicalText, CHAIN_START, recordHash } from './record-chain.ts';
import { signSeal, type Seal } from './seals.ts';

/** Records of one hour, by their own times, are signed together. */
const SEGMENT = 3_600_000;
const EXPORT_PAGE = 500;

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
const FULL_SEGMENT = new Statement<{ last: number }>(
  'SELECT last FROM audit_seals WHERE chain = ?1 AND last >= ?2 AND last <= ?3 ORDER BY last DESC LIMIT 1',
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
}

/** Append-only records in chains, each with the hash of the record before it, and signed hour by hour. */
export class ChainedRecords {
  readonly #key: () => KeyObject;
  /** How many records of a chain are stored at least; whole signed segments beyond are deleted. */
  readonly #minRecords: number;

  /** `key` gives the Ed25519 key that signs. */
  constructor(key: () => KeyObject, minRecords: number) {
    this.#key = key;
    this.#minRecords = minRecords;
  }

  /** Writes a record at the end of its chain; the first one of another hour signs the records before it. */
  async append(trx: Writer, { chain, at, outcomeOf, content }: NewRecord): Promise<WrittenRecord> {
    const last = await LAST.first(trx, chain);
    if (last && hourOf(last.at) !== hourOf(at)) await this.#seal(trx, chain, { last: last.number, head: last.hash, at });
    const number = (last?.number ?? 0) + 1;
    const record = canonicalText({ ...content, number });
    const hash = recordHash(last?.hash ?? CHAIN_START, record);
    const written = await INSERT.first(trx, chain, number, at, outcomeOf ?? null, record, hash);
    if (!written) throw new Error('the record was not written');
    return { id: written.id, number };
  }

  /** Signs the records of hours that are over, and deletes the oldest segments beyond the limit. `at` in milliseconds since the epoch. */
  async sealEnded(trx: Writer, chain: string, at: number): Promise<void> {
    const last = await LAST.first(trx, chain);
    if (last && hourOf(last.at) !== hourOf(at)) await this.#seal(trx, chain, { last: last.number, head: last.hash, at });
  }

  /**
   * A chain as lines that can be checked without its database: a start, the records, the signatures on their segments, and a signature on the end.
   * Reads page by page; records that are appended meanwhile are left out.
   */
  async *exportLines(db: Reader, chain: string, at: number): AsyncGenerator<string> {
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
    await this.#deleteOldest(trx, chain, last);
  }

  /** Only whole segments are deleted: their signatures stay, and the next one continues from the last of them. */
  async #deleteOldest(trx: Writer, chain: string, last: number): Promise<void> {
    const first = (await FIRST.first(trx, chain))?.number ?? 1;
    const segment = await FULL_SEGMENT.first(trx, chain, first, last - this.#minRecords);
    if (segment) await DELETE.run(trx, chain, segment.last);
  }

  /** The hash of the record before `first`: of a record, or of the signed segment that was deleted. */
  async #hashBefore(db: Reader, chain: string, first: number): Promise<string> {
    if (first === 1) return CHAIN_START;
    const [row] = await SEALS.all(db, chain, first - 1, first);
    if (row) return (JSON.parse(row.seal) as Seal).seal.head;
    return (await HASH_OF.first(db, chain, first - 1))?.hash ?? CHAIN_START;
  }
}

function hourOf(at: number): number {
  return Math.floor(at / SEGMENT);
}

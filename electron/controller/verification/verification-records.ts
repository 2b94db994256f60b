import type { UnmatchedReason, VerificationVerdict } from '#contract/api-v3/verification.ts';
import type { ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { GroupCommit } from '#storage/database/group-commit.ts';
import { Statement } from '#storage/database/statement.ts';
import type { DiskGuard } from '../disk/disk-guard.ts';
import { noPublish, type Publish } from '../events/events.ts';
import type { Log } from '#process/log.ts';

/** A result as it is stored. */
export interface VerificationRecord {
  /** Empty for a hand scanner. */
  reader: string;
  printer: string;
  /** Milliseconds since the epoch. */
  at: number;
  verdict: VerificationVerdict | 'unmatched';
  print?: number | undefined;
  reason?: UnmatchedReason | undefined;
  /** What should have been read. */
  expected?: string | undefined;
  read?: string | undefined;
  grade?: string | undefined;
}

export interface VerificationRecordsDeps {
  commits: GroupCommit<ControllerSchema>;
  disk: DiskGuard;
  log: Log;
  publish?: Publish;
}

/** The most results that are stored, over all readers: the verdicts themselves stay in the ledger. */
const MAX_STORED = 100_000;
/** Results in one write: other writes of the same commit wait for them. */
const BATCH = 100;
/** Results that wait for a slow or full disk. Further ones are dropped; the log reports their number. */
const MAX_WAITING = 20_000;
/** Characters of a text that is stored. */
const LONGEST_TEXT = 2_000;
const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const BATCHED = { isPatient: true, isRepeatable: true };

const ADD_RESULT = new Statement<{ id: number }>(`
  INSERT INTO reader_results (reader, printer, at, verdict, print, reason, read_text, read_grade)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) RETURNING id`);
const REMOVE_OLD = new Statement('DELETE FROM reader_results WHERE id <= ?1');
const SET_VERDICT = new Statement<{ id: number }>(`
  UPDATE prints SET verification = ?2, verified_by = ?3, verified_at = ?4, expected_text = ?5, read_text = ?6, read_grade = ?7
  WHERE id = ?1 AND verification IS NULL RETURNING id`);
const COUNT: Record<VerificationVerdict, Statement> = {
  verified: counting('verified'),
  misread: counting('misread'),
  mismatch: counting('mismatch'),
  'not-read': counting('not_read'),
};
const ADD_TO_MINUTE = new Statement(`
  INSERT INTO not_verified_minutes (printer, minute, count) VALUES (?1, ?2, 1)
  ON CONFLICT (printer, minute) DO UPDATE SET count = not_verified_minutes.count + 1`);
const ADD_TO_QUARTER = new Statement(`
  INSERT INTO not_verified_quarters (printer, quarter, count) VALUES (?1, ?2, 1)
  ON CONFLICT (printer, quarter) DO UPDATE SET count = not_verified_quarters.count + 1`);

/**
 * Writes results, verdicts, their counts and their history, many at a time, in the commits that printing makes anyway: no trigger waits for
 * them. A verdict is given once: a print that has one keeps it.
 */
export class VerificationRecords {
  readonly #deps: VerificationRecordsDeps;
  #waiting: VerificationRecord[] = [];
  #writing: Promise<void> | undefined;
  #dropped = 0;

  constructor(deps: VerificationRecordsDeps) {
    this.#deps = deps;
  }

  /** Adds a result to the next write. */
  add(record: VerificationRecord): void {
    if (this.#waiting.length >= MAX_WAITING) {
      if (this.#dropped === 0) this.#deps.log.error(`${MAX_WAITING} results of readers wait for the disk: further ones are dropped`);
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(record);
    this.#writing ??= this.#writeAll().finally(() => (this.#writing = undefined));
  }

  /** Writes one result at once, together with what `alongside` writes. Resolves when both are durable. */
  async write(record: VerificationRecord, alongside: (trx: ControllerTransaction) => Promise<void>): Promise<void> {
    const { commits, disk } = this.#deps;
    await disk.run(() =>
      commits.run(async (trx) => {
        await this.#write([record], trx);
        await alongside(trx);
      }),
    );
  }

  /** Resolves when all results until now are durable. */
  async idle(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    const { commits, disk, log } = this.#deps;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH);
      try {
        await disk.runWhenWritable(() => commits.run((trx) => this.#write(batch, trx), BATCHED));
      } catch (error) {
        log.error(`${batch.length} results of readers could not be stored`, error);
      }
      if (this.#dropped > 0 && this.#waiting.length === 0) this.#reportDropped();
    }
  }

  #reportDropped(): void {
    this.#deps.log.error(`${this.#dropped} results of readers were dropped`);
    this.#dropped = 0;
  }

  async #write(batch: readonly VerificationRecord[], trx: ControllerTransaction): Promise<void> {
    let last = 0;
    for (const record of batch) last = await this.#writeOne(record, trx);
    if (last > MAX_STORED) await REMOVE_OLD.run(trx, last - MAX_STORED);
  }

  /** Returns the number of the result. */
  async #writeOne(record: VerificationRecord, trx: ControllerTransaction): Promise<number> {
    const { reader, printer, at, verdict, print = null, reason = null, grade = null } = record;
    const text = shortened(record.read);
    const stored = await ADD_RESULT.first(trx, reader, printer, at, verdict, print, reason, text, grade);
    this.#publish(record, trx);
    if (print !== null && verdict !== 'unmatched') {
      const expected = verdict === 'verified' ? null : shortened(record.expected);
      const changed = await SET_VERDICT.first(trx, print, verdict, reader, at, expected, text, grade);
      if (changed) await countVerdict({ printer, verdict, at }, trx);
    }
    return stored?.id ?? 0;
  }

  #publish({ printer, verdict, print: id, reason, read }: VerificationRecord, trx: ControllerTransaction): void {
    const { publish = noPublish } = this.#deps;
    const isBlank = reason === 'early-or-late' && read === undefined;
    publish({ type: 'verification:result', printer, verdict, ...(id !== undefined && { id }), ...(isBlank && { isBlank }) }, trx);
  }
}

function shortened(text: string | undefined): string | null {
  return text?.slice(0, LONGEST_TEXT).toWellFormed() ?? null;
}

async function countVerdict(
  { printer, verdict, at }: { printer: string; verdict: VerificationVerdict; at: number },
  trx: ControllerTransaction,
) {
  await COUNT[verdict].run(trx, printer);
  if (verdict === 'verified') return;
  await ADD_TO_MINUTE.run(trx, printer, Math.floor(at / MINUTE));
  await ADD_TO_QUARTER.run(trx, printer, Math.floor(at / QUARTER));
}

/** A statement that adds 1 to a count of a printer. A printer that has prints has counters. */
function counting(column: 'verified' | 'misread' | 'mismatch' | 'not_read'): Statement {
  return new Statement(`UPDATE print_counters SET ${column} = ${column} + 1 WHERE printer = ?1`);
}

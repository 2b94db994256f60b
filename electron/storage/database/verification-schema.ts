import type { Generated } from 'kysely';
import type { UnmatchedReason, VerificationVerdict } from '#contract/api-v3/verification.ts';

/** The tables of readers and their results. */
export interface VerificationTables {
  /** Prints per minute and per 15 minutes that were not verified, like the tables of the history, by the time of the verdict. */
  not_verified_minutes: { printer: string; minute: number; count: number };
  not_verified_quarters: { printer: string; quarter: number; count: number };
  /** `config` is the configuration as JSON; its printer is in the column `printer` only. */
  readers: { name: string; printer: string; config: string };
  /** The newest results of readers; `print` is null for an unmatched one, `reader` empty for a hand scanner. */
  reader_results: {
    id: Generated<number>;
    reader: string;
    printer: string;
    at: number;
    verdict: VerificationVerdict | 'unmatched';
    print: number | null;
    reason: UnmatchedReason | null;
    read_text: string | null;
    read_grade: string | null;
  };
}

/** The columns of a print about its verification. */
export interface PrintVerificationColumns {
  /** What a reader found on the product; null while no verdict was given. */
  verification: Generated<VerificationVerdict | null>;
  /** The reader that gave the verdict, empty for a hand scanner, and when. */
  verified_by: Generated<string | null>;
  verified_at: Generated<number | null>;
  /** What the reader should have read; null for a verified print. */
  expected_text: Generated<string | null>;
  /** What was read, and the grade that the reader stated. */
  read_text: Generated<string | null>;
  read_grade: Generated<string | null>;
}

/** How many prints of a printer have each verdict. */
export interface VerdictCountColumns {
  verified: Generated<number>;
  misread: Generated<number>;
  mismatch: Generated<number>;
  not_read: Generated<number>;
}

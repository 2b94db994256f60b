import type { ScanCheck, ScanCheckResult } from '#contract/api-v3/reader.ts';
import { barcodeText } from '#rendering/label/barcode-contents.ts';
import type { IdempotentRequest } from '../idempotency/idempotent-request.ts';
import { TaskQueue } from '../platform/task-queue.ts';
import { compareCodes } from './compare-codes.ts';
import type { ExpectedPrints } from './expected-prints.ts';
import type { Readers } from './readers.ts';
import type { VerificationRecords } from './verification-records.ts';

export interface ScanChecksDeps {
  expected: ExpectedPrints;
  records: VerificationRecords;
  readers: Pick<Readers, 'barcodeOf'>;
  /** Throws `not-found` for an unknown printer. */
  requirePrinter: (name: string) => void;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Checks with a hand scanner: a person scans products in the order in which they were printed. */
export class ScanChecks {
  readonly #deps: ScanChecksDeps;
  readonly #checks = new TaskQueue();

  constructor(deps: ScanChecksDeps) {
    this.#deps = deps;
  }

  /**
   * Compares a scanned code with the oldest print without a verdict among the newest ones, and stores the verdict. Resolves when it is durable.
   * Throws `not-found` for an unknown printer.
   */
  check(printer: string, scan: ScanCheck, idempotency?: IdempotentRequest): Promise<ScanCheckResult> {
    // One after the other: each check takes another print.
    return this.#checks.run(() => this.#check(printer, scan, idempotency));
  }

  async #check(printer: string, { text, among, expects }: ScanCheck, idempotency: IdempotentRequest | undefined): Promise<ScanCheckResult> {
    const { expected, records, readers, requirePrinter, now } = this.#deps;
    requirePrinter(printer);
    const print = await expected.oldestUnverified(printer, { among, barcode: expects ?? readers.barcodeOf(printer) });
    const result: ScanCheckResult = print?.content
      ? { verdict: compareCodes(print.content, text), print: print.id, expected: barcodeText(print.content), read: text }
      : { verdict: 'unmatched', reason: print ? 'nothing-to-compare' : 'early-or-late', read: text };
    const { verdict, reason, expected: code } = result;
    const record = { reader: '', printer, at: now(), verdict, print: result.print, reason, expected: code, read: text };
    await records.write(record, async (trx) => idempotency?.store(result, trx));
    return result;
  }
}

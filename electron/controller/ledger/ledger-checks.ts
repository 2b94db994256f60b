import { sql } from 'kysely';
import { statusError } from '#contract/api-v3/make-status-error.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';

/** Setting: the first minute, counted from the epoch, since which the history has all minutes. */
export const MINUTES_SINCE = 'historyMinutesSince';

/** Setting: the number of print ids that were skipped after restored data. */
export const PRINTS_LEFT_OUT = 'printsLeftOut';

/**
 * Compares redundant records: prints by state against the counts of jobs and printers and against the history. Returns an error per
 * difference; with none, reserved = sent + printed + handed over + void + unknown.
 */
export async function findLedgerFaults(db: ControllerDatabase): Promise<StatusError[]> {
  return [
    ...(await idFaults(db)),
    ...(await reprintFaults(db)),
    ...(await reworkFaults(db)),
    ...(await jobFaults(db)),
    ...(await printerFaults(db)),
  ];
}

/** No print is lost: stored and archived prints equal the ids that were given out, without the skipped ones. */
async function idFaults(db: ControllerDatabase): Promise<StatusError[]> {
  const { rows } = await sql<{ given: number; kept: number }>`
    SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'prints'), 0)
        - coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE key = ${PRINTS_LEFT_OUT}), 0) AS given,
      (SELECT count(*) FROM prints) + (SELECT coalesce(sum(prints), 0) FROM ledger_archive) AS kept`.execute(db);
  return rows
    .filter(({ given, kept }) => given !== kept)
    .map(({ given, kept }) => statusError('ledger-prints-missing', { reserved: given, stored: kept }));
}

/** A reprint equals its original dot by dot and has a reason; nothing else is printed twice. */
async function reprintFaults(db: ControllerDatabase): Promise<StatusError[]> {
  const { rows } = await sql<{ id: number; original: number }>`
    SELECT reprints.id, reprints.reprint_of AS original
    FROM prints AS reprints INDEXED BY prints_reprints JOIN prints AS originals ON originals.id = reprints.reprint_of
    WHERE reprints.reprint_of IS NOT NULL AND (reprints.picture_hash <> originals.picture_hash
      OR reprints.document_hash <> originals.document_hash OR reprints.job <> originals.job OR coalesce(reprints.reprint_reason, '') = '')
    ORDER BY reprints.id`.execute(db);
  return rows.map(({ id, original }) => statusError('ledger-reprint-differs', { print: id, original }));
}

/** A print that supersedes another one has its label and values, and a reason. */
async function reworkFaults(db: ControllerDatabase): Promise<StatusError[]> {
  const { rows } = await sql<{ id: number; original: number }>`
    SELECT newer.id, newer.supersedes AS original
    FROM prints AS newer INDEXED BY prints_supersedes JOIN prints AS originals ON originals.id = newer.supersedes
    WHERE newer.supersedes IS NOT NULL AND (newer.document_hash <> originals.document_hash
      OR newer.print_values <> originals.print_values OR coalesce(newer.rework_reason, '') = '')
    ORDER BY newer.id`.execute(db);
  return rows.map(({ id, original }) => statusError('ledger-rework-differs', { print: id, original }));
}

async function jobFaults(db: ControllerDatabase): Promise<StatusError[]> {
  const { rows } = await sql<
    Record<'id', string> & Record<'started' | 'printed' | 'handed' | 'voided' | 'prints' | 'confirmed' | 'given' | 'void', number>
  >`
    SELECT * FROM (
      SELECT jobs.id, jobs.started, jobs.printed, jobs.handed_over AS handed, jobs.voided,
        coalesce(counted.prints, 0) + coalesce(archived.prints, 0) AS prints,
        coalesce(counted.confirmed, 0) + coalesce(archived.confirmed, 0) AS confirmed,
        coalesce(counted.given, 0) + coalesce(archived.given, 0) AS given,
        coalesce(counted.void, 0) + coalesce(archived.void, 0) AS void
      FROM jobs LEFT JOIN (
        SELECT job, count(*) AS prints, sum(state = 'printed') AS confirmed, sum(state = 'handed-over') AS given,
          sum(state = 'void') AS void FROM prints GROUP BY job
      ) AS counted ON counted.job = jobs.id LEFT JOIN (
        SELECT job, sum(prints) AS prints, sum(printed) AS confirmed, sum(handed_over) AS given, sum(voided) AS void FROM ledger_archive GROUP BY job
      ) AS archived ON archived.job = jobs.id
    ) WHERE started <> prints OR printed <> confirmed OR handed <> given OR voided <> void`.execute(db);
  return rows.map(({ id, started, printed, handed, voided, prints, confirmed, given, void: gone }) =>
    statusError('ledger-job-differs', {
      ...{ job: id, started, printed, handedOver: handed, voided },
      ...{ storedStarted: prints, storedPrinted: confirmed, storedHandedOver: given, storedVoided: gone },
    }),
  );
}

async function printerFaults(db: ControllerDatabase): Promise<StatusError[]> {
  const { rows } = await sql<Record<'printer', string> & Record<'counted' | 'jobs' | 'handed' | 'given' | 'minutes' | 'quarters', number>>`
    SELECT * FROM (
      SELECT print_counters.printer, printed_labels AS counted, coalesce(of_jobs.printed, 0) AS jobs,
        handed_over_labels AS handed, coalesce(of_jobs.handed_over, 0) AS given,
        (SELECT coalesce(sum(count), 0) FROM history_minutes WHERE history_minutes.printer = print_counters.printer AND minute >= kept.since)
          + (SELECT coalesce(sum(count), 0) FROM history_quarters
            WHERE history_quarters.printer = print_counters.printer AND quarter * 15 < kept.since) AS minutes,
        (SELECT coalesce(sum(count), 0) FROM history_quarters WHERE history_quarters.printer = print_counters.printer) AS quarters
      FROM print_counters LEFT JOIN (
        SELECT printer, sum(printed) AS printed, sum(handed_over) AS handed_over FROM jobs WHERE purpose = 'production' GROUP BY printer
      ) AS of_jobs ON of_jobs.printer = print_counters.printer, (
        SELECT coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE key = ${MINUTES_SINCE}), 0) AS since
      ) AS kept
    ) WHERE counted <> jobs OR handed <> given OR counted <> minutes OR counted <> quarters`.execute(db);
  return rows.map(({ printer, counted, jobs, handed, given, minutes, quarters }) =>
    statusError('ledger-printer-differs', {
      ...{ printer, printed: counted, printedByJobs: jobs, byMinute: minutes, byQuarter: quarters },
      ...{ handedOver: handed, handedOverByJobs: given },
    }),
  );
}

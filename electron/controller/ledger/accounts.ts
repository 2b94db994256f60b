import { sql } from 'kysely';
import type { ControllerDatabase } from '#storage/controller-schema.ts';

/** The setting that says since which minute, counted from the epoch, all minutes of the history are kept. */
export const MINUTES_SINCE = 'historyMinutesSince';

/** The setting that says how many numbers no print of this database ever had: those that were left out behind restored data. */
export const PRINTS_LEFT_OUT = 'printsLeftOut';

/**
 * Compares what was written down twice: prints by state, job by job and printer by printer, against the counts and the history
 * that grew beside them. Returns a sentence per difference; none means reserved = waiting + printed + void + unknown.
 */
export async function accountFaults(db: ControllerDatabase): Promise<string[]> {
  return [...(await idFaults(db)), ...(await reprintFaults(db)), ...(await jobFaults(db)), ...(await printerFaults(db))];
}

/** No print was ever lost: with those that were removed after their time, there are as many as ids were given out and not left out. */
async function idFaults(db: ControllerDatabase): Promise<string[]> {
  const { rows } = await sql<{ given: number; kept: number }>`
    SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'prints'), 0)
        - coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE key = ${PRINTS_LEFT_OUT}), 0) AS given,
      (SELECT count(*) FROM prints) + (SELECT coalesce(sum(prints), 0) FROM ledger_archive) AS kept`.execute(db);
  return rows.filter(({ given, kept }) => given !== kept).map(({ given, kept }) => `${given} prints were reserved, ${kept} are there`);
}

/** What repeats a print repeats it dot by dot, and somebody said why: nothing else is ever printed twice. */
async function reprintFaults(db: ControllerDatabase): Promise<string[]> {
  const { rows } = await sql<{ id: number; original: number }>`
    SELECT reprints.id, reprints.reprint_of AS original
    FROM prints AS reprints INDEXED BY prints_reprints JOIN prints AS originals ON originals.id = reprints.reprint_of
    WHERE reprints.reprint_of IS NOT NULL AND (reprints.picture_hash <> originals.picture_hash
      OR reprints.document_hash <> originals.document_hash OR reprints.job <> originals.job OR coalesce(reprints.reprint_reason, '') = '')
    ORDER BY reprints.id`.execute(db);
  return rows.map(({ id, original }) => `print ${id} is there as a repeat of print ${original}, which it is not`);
}

async function jobFaults(db: ControllerDatabase): Promise<string[]> {
  const { rows } = await sql<Record<'id', string> & Record<'started' | 'printed' | 'voided' | 'prints' | 'confirmed' | 'void', number>>`
    SELECT * FROM (
      SELECT jobs.id, jobs.started, jobs.printed, jobs.voided,
        coalesce(counted.prints, 0) + coalesce(archived.prints, 0) AS prints,
        coalesce(counted.confirmed, 0) + coalesce(archived.confirmed, 0) AS confirmed,
        coalesce(counted.void, 0) + coalesce(archived.void, 0) AS void
      FROM jobs LEFT JOIN (
        SELECT job, count(*) AS prints, sum(state = 'printed') AS confirmed, sum(state = 'void') AS void FROM prints GROUP BY job
      ) AS counted ON counted.job = jobs.id LEFT JOIN (
        SELECT job, sum(prints) AS prints, sum(printed) AS confirmed, sum(voided) AS void FROM ledger_archive GROUP BY job
      ) AS archived ON archived.job = jobs.id
    ) WHERE started <> prints OR printed <> confirmed OR voided <> void`.execute(db);
  return rows.map(
    ({ id, started, printed, voided, prints, confirmed, void: gone }) =>
      `job ${id} counts ${started} started, ${printed} printed, ${voided} void; the ledger has ${prints}, ${confirmed}, ${gone}`,
  );
}

async function printerFaults(db: ControllerDatabase): Promise<string[]> {
  const { rows } = await sql<Record<'printer', string> & Record<'counted' | 'jobs' | 'minutes' | 'quarters', number>>`
    SELECT * FROM (
      SELECT print_counters.printer, printed_labels AS counted, coalesce(of_jobs.printed, 0) AS jobs,
        (SELECT coalesce(sum(count), 0) FROM history_minutes WHERE history_minutes.printer = print_counters.printer AND minute >= kept.since)
          + (SELECT coalesce(sum(count), 0) FROM history_quarters
            WHERE history_quarters.printer = print_counters.printer AND quarter * 15 < kept.since) AS minutes,
        (SELECT coalesce(sum(count), 0) FROM history_quarters WHERE history_quarters.printer = print_counters.printer) AS quarters
      FROM print_counters LEFT JOIN (
        SELECT printer, sum(printed) AS printed FROM jobs GROUP BY printer
      ) AS of_jobs ON of_jobs.printer = print_counters.printer, (
        SELECT coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE key = ${MINUTES_SINCE}), 0) AS since
      ) AS kept
    ) WHERE counted <> jobs OR counted <> minutes OR counted <> quarters`.execute(db);
  return rows.map(
    ({ printer, counted, jobs, minutes, quarters }) =>
      `"${printer}" counts ${counted} printed labels; its jobs count ${jobs}, the history ${minutes} by minute and ${quarters} by quarter`,
  );
}

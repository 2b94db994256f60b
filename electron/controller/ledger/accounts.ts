import { sql } from 'kysely';
import type { ControllerDatabase } from '#storage/controller-schema.ts';

/**
 * Compares what was written down twice: prints by state, job by job and printer by printer, against the counts and the history
 * that grew beside them. Returns a sentence per difference; none means reserved = waiting + printed + void + unknown.
 */
export async function accountFaults(db: ControllerDatabase): Promise<string[]> {
  return [...(await idFaults(db)), ...(await jobFaults(db)), ...(await printerFaults(db))];
}

/** No print was ever taken out of the ledger: there are as many as ids were given out. */
async function idFaults(db: ControllerDatabase): Promise<string[]> {
  const { rows } = await sql<{ given: number; kept: number }>`
    SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'prints'), 0) AS given, (SELECT count(*) FROM prints) AS kept`.execute(
    db,
  );
  return rows.filter(({ given, kept }) => given !== kept).map(({ given, kept }) => `${given} prints were reserved, ${kept} are there`);
}

async function jobFaults(db: ControllerDatabase): Promise<string[]> {
  const { rows } = await sql<Record<'id', string> & Record<'started' | 'printed' | 'voided' | 'prints' | 'confirmed' | 'void', number>>`
    SELECT jobs.id, jobs.started, jobs.printed, jobs.voided,
      coalesce(counted.prints, 0) AS prints, coalesce(counted.confirmed, 0) AS confirmed, coalesce(counted.void, 0) AS void
    FROM jobs LEFT JOIN (
      SELECT job, count(*) AS prints, sum(state = 'printed') AS confirmed, sum(state = 'void') AS void FROM prints GROUP BY job
    ) AS counted ON counted.job = jobs.id
    WHERE jobs.started <> coalesce(counted.prints, 0) OR jobs.printed <> coalesce(counted.confirmed, 0) OR jobs.voided <> coalesce(counted.void, 0)`.execute(
    db,
  );
  return rows.map(
    ({ id, started, printed, voided, prints, confirmed, void: gone }) =>
      `job ${id} counts ${started} started, ${printed} printed, ${voided} void; the ledger has ${prints}, ${confirmed}, ${gone}`,
  );
}

async function printerFaults(db: ControllerDatabase): Promise<string[]> {
  const { rows } = await sql<Record<'printer', string> & Record<'counted' | 'jobs' | 'minutes' | 'quarters', number>>`
    SELECT * FROM (
      SELECT printer, printed_labels AS counted,
        (SELECT coalesce(sum(printed), 0) FROM jobs WHERE jobs.printer = print_counters.printer) AS jobs,
        (SELECT coalesce(sum(count), 0) FROM history_minutes WHERE history_minutes.printer = print_counters.printer) AS minutes,
        (SELECT coalesce(sum(count), 0) FROM history_quarters WHERE history_quarters.printer = print_counters.printer) AS quarters
      FROM print_counters
    ) WHERE counted <> jobs OR counted <> minutes OR counted <> quarters`.execute(db);
  return rows.map(
    ({ printer, counted, jobs, minutes, quarters }) =>
      `"${printer}" counts ${counted} printed labels; its jobs count ${jobs}, the history ${minutes} by minute and ${quarters} by quarter`,
  );
}

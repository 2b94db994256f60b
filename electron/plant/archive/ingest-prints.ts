import { ARCHIVE_COLUMNS, ARCHIVE_HEADER, STATE_REVISIONS, type ArchiveColumn } from '#contract/plant/archived-print.ts';
import type { BatchAnswer } from '#contract/plant/plant-controller.ts';
import { ProblemError } from '#contract/problem.ts';
import type { PlantConnections, Session } from '../database/plant-connections.ts';

/** Type of each column of the CSV; the ones with `!` need a value. */
const COLUMN_TYPES: Record<ArchiveColumn, string> = {
  print: 'bigint!',
  printer: 'text!',
  job: 'text!',
  label: 'text!',
  labelRevision: 'integer!',
  documentHash: 'text!',
  table: 'text',
  key: 'text',
  row: 'bigint',
  values: 'text!',
  hdpi: 'double precision!',
  vdpi: 'double precision!',
  pictureHash: 'text!',
  deviceMessage: 'text',
  state: 'text!',
  proof: 'text!',
  reason: 'text',
  reserved: 'bigint!',
  sent: 'bigint',
  settled: 'bigint!',
  unknownSince: 'bigint',
  unknownReason: 'text',
  resolvedBy: 'text',
  operator: 'text!',
  reprintOf: 'bigint',
  reprintReason: 'text',
  supersedes: 'bigint',
  reworkReason: 'text',
  purpose: 'text!',
  verification: 'text',
  verifiedBy: 'text',
  verifiedAt: 'bigint',
  expectedText: 'text',
  readText: 'text',
  readGrade: 'text',
  serials: 'json!',
  variables: 'json!',
};

/** Texts that are longer are not indexed: they are no serials, batches or names. */
const MAX_TERM = 200;
const MAX_EPOCH_MS = 8.64e15;

const CHECKS = [
  `CHECK ("state" IN (${quotedList(Object.keys(STATE_REVISIONS))}))`,
  `CHECK ("purpose" IN ('production', 'test'))`,
  // What is not hexadecimal is refused when it is decoded.
  `CHECK (length("documentHash") = 64)`,
  ...(['reserved', 'sent', 'settled', 'unknownSince', 'verifiedAt'] as const).map(
    (column) => `CHECK ("${column}" BETWEEN 0 AND ${MAX_EPOCH_MS})`,
  ),
];

/** The prints of a request, in the form of the CSV, for one connection. Its rows end with the transaction. */
const INCOMING = `CREATE TEMP TABLE IF NOT EXISTS incoming (
  ${[...ARCHIVE_COLUMNS.map((column) => `"${column}" ${COLUMN_TYPES[column].replace('!', ' NOT NULL')}`), ...CHECKS].join(',\n  ')}
) ON COMMIT DELETE ROWS`;

/** Makes the partitions of the months of the prints. Prints from before 2015, or more than a month ahead, by a wrong clock, are in the default partition. */
const MONTHS = `
  SELECT count(create_partition('prints', month)), count(create_partition('print_serials', month)) FROM (
    SELECT DISTINCT date_trunc('month', ${time('reserved')}, 'UTC') AS month FROM incoming
  ) AS months WHERE month >= '2015-01-01' AND month <= now() + interval '1 month'`;

/** Column of `prints` and its value from a row of `incoming`. */
const VALUES: [column: string, value: string][] = [
  ...['print', 'printer', 'job', 'label', 'key', 'row', 'hdpi', 'vdpi', 'state', 'proof', 'reason', 'operator', 'supersedes'].map(
    (column): [string, string] => [column, `"${column}"`],
  ),
  ...['purpose', 'verification'].map((column): [string, string] => [column, `"${column}"`]),
  ['label_revision', '"labelRevision"'],
  ['document_hash', `decode("documentHash", 'hex')`],
  ['table_name', '"table"'],
  ['serials', 'ARRAY(SELECT json_array_elements_text("serials"))'],
  ['print_values', '"values"'],
  ['picture_hash', '"pictureHash"'],
  ['device_message', '"deviceMessage"'],
  [
    'revision',
    `CASE "state" ${Object.entries(STATE_REVISIONS)
      .map(([state, revision]) => `WHEN '${state}' THEN ${revision}`)
      .join(' ')} END`,
  ],
  ...['reserved', 'sent', 'settled'].map((column): [string, string] => [column, time(column)]),
  ['unknown_since', time('unknownSince')],
  ['unknown_reason', '"unknownReason"'],
  ['resolved_by', '"resolvedBy"'],
  ['reprint_of', '"reprintOf"'],
  ['reprint_reason', '"reprintReason"'],
  ['rework_reason', '"reworkReason"'],
  ['verified_by', '"verifiedBy"'],
  ['verified_at', time('verifiedAt')],
  ['expected_text', '"expectedText"'],
  ['read_text', '"readText"'],
  ['read_grade', '"readGrade"'],
];
/** What changes with the state of a print, and with the verdict of a reader. All else is fixed by its reservation. */
const OF_STATE = ['state', 'revision', 'reason', 'sent', 'settled', 'unknown_since', 'unknown_reason', 'resolved_by'];
const OF_VERDICT = ['verification', 'verified_by', 'verified_at', 'expected_text', 'read_text', 'read_grade'];
const IS_FURTHER = 'excluded.revision > prints.revision';
const IS_VERIFIED_LATER = "coalesce(excluded.verified_at, '-infinity') > coalesce(prints.verified_at, '-infinity')";

/** A state replaces an earlier one only: so a print that is sent again, in whatever order, has no effect. */
const STORE = `
  INSERT INTO prints (controller, ${VALUES.map(([column]) => column).join(', ')})
  SELECT $1, ${VALUES.map(([, value]) => value).join(', ')} FROM incoming
  ON CONFLICT (reserved, controller, print) DO UPDATE SET
    ${OF_STATE.map((column) => `${column} = CASE WHEN ${IS_FURTHER} THEN excluded.${column} ELSE prints.${column} END`).join(',\n    ')},
    ${OF_VERDICT.map((column) => `${column} = CASE WHEN ${IS_VERIFIED_LATER} THEN excluded.${column} ELSE prints.${column} END`).join(',\n    ')}
  WHERE ${IS_FURTHER} OR ${IS_VERIFIED_LATER}`;

const STORE_SERIALS = `
  INSERT INTO print_serials (reserved, controller, print, serial)
  SELECT ${time('reserved')}, $1, print, serial FROM incoming, json_array_elements_text(serials) AS serial
  WHERE length(serial) <= ${MAX_TERM} ON CONFLICT DO NOTHING`;

const STORE_TERMS = `
  INSERT INTO job_terms (controller, term, value, job)
  SELECT DISTINCT $1::integer, term, value, job FROM (
    SELECT job, 'label' AS term, label AS value FROM incoming
    UNION ALL SELECT job, 'printer', printer FROM incoming
    UNION ALL SELECT job, 'operator', operator FROM incoming
    UNION ALL SELECT job, 'variable', variable FROM (SELECT DISTINCT job, variables::text AS variables FROM incoming) AS jobs, json_array_elements_text(variables::json) AS variable
  ) AS terms WHERE value <> '' AND length(value) <= ${MAX_TERM} ON CONFLICT DO NOTHING`;

const MISSING_DOCUMENTS = `
  SELECT DISTINCT "documentHash" AS hash FROM incoming
  WHERE NOT EXISTS (SELECT 1 FROM label_documents WHERE label_documents.hash = decode("documentHash", 'hex')) ORDER BY 1`;

const COPY = `COPY incoming (${ARCHIVE_COLUMNS.map((column) => `"${column}"`).join(', ')})`;

/**
 * Stores the prints of a controller, whose number is given, all or none. Throws `invalid-input` naming the line for a CSV that cannot be read,
 * and errors of the database.
 */
export async function ingestPrints(connections: PlantConnections, controller: number, csv: Buffer): Promise<BatchAnswer> {
  refuseOtherHeader(csv);
  try {
    return await connections.transaction(async (session) => {
      await session.execute(INCOMING);
      await session.copyCsv(COPY, csv);
      await session.query(MONTHS);
      const stored = await session.change(STORE, [controller]);
      await session.change(STORE_SERIALS, [controller]);
      await session.change(STORE_TERMS, [controller]);
      return { stored, missingDocuments: await missingDocuments(session) };
    });
  } catch (error) {
    throw asInputFault(error) ?? error;
  }
}

async function missingDocuments(session: Session): Promise<string[]> {
  const rows = await session.query<{ hash: string }>(MISSING_DOCUMENTS);
  return rows.map(({ hash }) => hash);
}

function refuseOtherHeader(csv: Buffer): void {
  const end = csv.indexOf('\n');
  const header = csv
    .subarray(0, end === -1 ? csv.length : end)
    .toString('utf8')
    .replace(/\r$/, '');
  if (header !== ARCHIVE_HEADER) throw invalid(`The first line must be ${ARCHIVE_HEADER}`);
}

/** Classes of SQLSTATE that mean the content: data exceptions, and violated constraints. */
const CONTENT_CLASSES = ['22', '23'];
const SAME_ROW_TWICE = '21000';

/** A fault of the input as a problem; undefined for any other error. */
function asInputFault(error: unknown): ProblemError | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const code = String(error.code);
  if (code === SAME_ROW_TWICE) return invalid('A print is in the request twice.', error);
  if (!CONTENT_CLASSES.includes(code.slice(0, 2))) return undefined;
  // PostgreSQL names the line and column of the CSV, counting its header.
  const where = 'where' in error && typeof error.where === 'string' ? ` (${error.where.replace(/^COPY incoming, /, '')})` : '';
  return invalid(`${error.message}${where}`, error);
}

function invalid(detail: string, cause?: Error): ProblemError {
  return new ProblemError('invalid-input', { detail, errors: [{ pointer: '', detail }] }, { cause });
}

/** Milliseconds since the epoch as a time. */
function time(column: string): string {
  return `'epoch'::timestamptz + "${column}" * interval '1 millisecond'`;
}

function quotedList(texts: readonly string[]): string {
  return texts.map((text) => `'${text}'`).join(', ');
}

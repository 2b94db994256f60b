import type { JournalFilter } from './journal.ts';

/**
 * Where the page finds bytes under its own origin. The gateway passes these on to the controller of the connection, and
 * nothing else: pictures and findings of pre-flights by GET, tables by GET and PUT as `text/csv`, fonts by GET and PUT as `font/sfnt`. Its own is the journal.
 */
const part = encodeURIComponent;

function controllerPath(connection: string): string {
  return `/controllers/${part(connection)}/api/v3`;
}

/** Picture of what the next trigger prints. `version` is `status.job.nextPrint`: a new one makes the browser fetch again. */
export function nextPrintUrl(connection: string, printer: string, version: string): string {
  return `${controllerPath(connection)}/printers/${part(printer)}/nextPrint?v=${part(version)}`;
}

export interface SimulationSubject {
  table?: { name: string; keyColumn: string; key: string } | undefined;
  printer?: string | undefined;
  /** Draws what can be drawn, and leaves out the rest. */
  isLenient?: boolean | undefined;
  /** Makes the browser fetch again after an edit. */
  version?: string | undefined;
}

/** Picture of a label, with the row of a table where one is named. */
export function simulationUrl(connection: string, label: string, subject: SimulationSubject = {}): string {
  return `${controllerPath(connection)}/labels/${part(label)}/simulation${simulationQuery(subject)}`;
}

function simulationQuery(subject: SimulationSubject): string {
  const query = new URLSearchParams();
  if (subject.table) {
    query.set('tableName', subject.table.name);
    query.set('keyColumn', subject.table.keyColumn);
    query.set('key', subject.table.key);
  }
  if (subject.printer) query.set('printer', subject.printer);
  if (subject.isLenient) query.set('lenient', 'true');
  if (subject.version) query.set('v', subject.version);
  const text = query.toString();
  return text && '?' + text;
}

/** Picture of what changed between a version of a label and the label as it is now. */
export function versionDifferenceUrl(
  connection: string,
  { label, revision }: { label: string; revision: number },
  subject: SimulationSubject = {},
): string {
  return `${controllerPath(connection)}/labels/${part(label)}/versions/${revision}/difference${simulationQuery(subject)}`;
}

/** Picture of what an update changed in a label. `version` is the moment of the drawing: a new one makes the browser fetch again. */
export function proofDifferenceUrl(connection: string, { label, version }: { label: string; version: string }): string {
  return `${controllerPath(connection)}/labelProofs/${part(label)}/difference?v=${part(version)}`;
}

/** Picture of a print that was made. */
export function printImageUrl(connection: string, print: number): string {
  return `${controllerPath(connection)}/prints/${print}/image`;
}

/** A font file: GET reads it, PUT installs it. */
export function fontFileUrl(connection: string, { family, style }: { family: string; style: string }): string {
  return `${controllerPath(connection)}/fonts/${part(family)}/${part(style)}`;
}

/** Picture of a line of text in a font. */
export function fontSampleUrl(connection: string, font: { family: string; style: string }, version: string): string {
  return `${fontFileUrl(connection, font)}/sample?v=${part(version)}`;
}

/** A table as `text/csv`: GET reads it, PUT creates or replaces it. */
export function tableCsvUrl(connection: string, table: string): string {
  return `${controllerPath(connection)}/tables/${part(table)}`;
}

/** The same for a table that is new: PUT creates it, and throws `changed-meanwhile` where there is one of that name. */
export function newTableCsvUrl(connection: string, table: string): string {
  return `${tableCsvUrl(connection, table)}?new=true`;
}

/** Everything that a pre-flight found and kept, as `text/csv` for a spreadsheet. */
export function preflightCsvUrl(connection: string, id: string): string {
  return `${controllerPath(connection)}/preflights/${part(id)}/findings`;
}

export const JOURNAL_CSV_PATH = '/journal.csv';

/** The journal as `text/csv`, newest first: everything that the filter lets through. */
export function journalCsvUrl(filter: JournalFilter): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return JOURNAL_CSV_PATH + (text && '?' + text);
}

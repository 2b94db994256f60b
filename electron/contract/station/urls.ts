import type { AuditChain } from '../api-v3/audit.ts';
import type { EventLogFilter } from './event-log.ts';

/**
 * URLs of files under the page's own origin. The gateway passes only these on to the controller: pictures, exported prints and pre-flight findings by GET, tables by GET
 * and PUT as `text/csv`, fonts by GET and PUT as `font/sfnt`, backups by GET and PUT. It serves the event log and the languages of its data folder itself.
 */
const part = encodeURIComponent;

function controllerPath(connection: string): string {
  return `/controllers/${part(connection)}/api/v3`;
}

/** Picture of the next print. `version` is `status.job.nextPrint`: a new one makes the browser fetch the picture again. */
export function nextPrintUrl(connection: string, printer: string, version: string): string {
  return `${controllerPath(connection)}/printers/${part(printer)}/nextPrint?v=${part(version)}`;
}

export interface SimulationSubject {
  table?: { name: string; keyColumn: string; key: string } | undefined;
  printer?: string | undefined;
  /** Leaves out what cannot be rendered. */
  isLenient?: boolean | undefined;
  /** A new one makes the browser fetch the picture again after an edit. */
  version?: string | undefined;
}

/** Picture of a label, with the values of a table row if one is given. */
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

/** Picture of the differences between a version of a label and another one, by default the current one. */
export function versionDifferenceUrl(
  connection: string,
  { label, revision, other }: { label: string; revision: number; other?: number | undefined },
  subject: SimulationSubject = {},
): string {
  const query = simulationQuery(subject);
  const compared = other === undefined ? query : `${query}${query === '' ? '?' : '&'}with=${other}`;
  return `${controllerPath(connection)}/labels/${part(label)}/versions/${revision}/difference${compared}`;
}

/** Picture of the differences between a label and its accepted picture. `version` is the time of the rendering, against outdated caches. */
export function labelDifferenceUrl(connection: string, { label, version }: { label: string; version: string }): string {
  return `${controllerPath(connection)}/labelAcceptance/${part(label)}/difference?v=${part(version)}`;
}

/** Picture of a print. */
export function printImageUrl(connection: string, print: number): string {
  return `${controllerPath(connection)}/prints/${print}/image`;
}

/** Conditions of an export of prints, as in the API. */
export type PrintExportConditions = Readonly<Partial<Record<(typeof PRINT_EXPORT_CONDITIONS)[number], string | number>>>;

/** The names of these conditions. */
export const PRINT_EXPORT_CONDITIONS = [
  ...(['printer', 'content', 'serial', 'from', 'to', 'state', 'job', 'label', 'labelRevision'] as const),
  ...(['variable', 'column', 'value', 'key', 'operator', 'before'] as const),
];

/** The newest matching prints with their pictures, as a ZIP archive. */
export function printPicturesUrl(connection: string, conditions: PrintExportConditions): string {
  const query = new URLSearchParams();
  for (const name of PRINT_EXPORT_CONDITIONS) if (conditions[name] !== undefined) query.set(name, String(conditions[name]));
  const text = query.toString();
  return `${controllerPath(connection)}/prints/export${text && '?' + text}`;
}

/** A font file: GET reads it, PUT installs it. */
export function fontFileUrl(connection: string, { family, style }: { family: string; style: string }): string {
  return `${controllerPath(connection)}/fonts/${part(family)}/${part(style)}`;
}

/** Picture of a sample text in a font. */
export function fontSampleUrl(connection: string, font: { family: string; style: string }, version: string): string {
  return `${fontFileUrl(connection, font)}/sample?v=${part(version)}`;
}

/** A table as `text/csv`: GET reads it, PUT creates or replaces it. */
export function tableCsvUrl(connection: string, table: string): string {
  return `${controllerPath(connection)}/tables/${part(table)}`;
}

/** Like `tableCsvUrl`, for a new table: PUT fails with `changed-meanwhile` when a table of this name exists. */
export function newTableCsvUrl(connection: string, table: string): string {
  return `${tableCsvUrl(connection, table)}?new=true`;
}

/** All stored findings of a pre-flight as `text/csv`. */
export function preflightCsvUrl(connection: string, id: string): string {
  return `${controllerPath(connection)}/preflights/${part(id)}/findings`;
}

/** A backup of a controller: GET reads it, PUT stores it there. */
export function backupFileUrl(connection: string, name: string): string {
  return `${controllerPath(connection)}/backups/${part(name)}`;
}

/** Where the backups of the station are: GET reads one, PUT stores one. */
export const STATION_BACKUPS_PATH = '/station-backups/';

export function stationBackupUrl(name: string): string {
  return STATION_BACKUPS_PATH + part(name);
}

/** Where set-up files are: GET reads one that was made here, PUT stores one that is to be imported. */
export const SETUP_FILES_PATH = '/setup-files/';

export function setupFileUrl(name: string): string {
  return SETUP_FILES_PATH + part(name);
}

/** Where the languages are that the station offers. */
export const LANGUAGES_PATH = '/languages/';

/** The certificate of the station's own authority, for installation on other devices. */
export const AUTHORITY_PATH = '/strobe-authority.crt';

/** The texts of a language that the station offers, as JSON: `languageFileSchema`. `tag` is one that `languages.list` names. */
export function languageFileUrl(tag: string): string {
  return `${LANGUAGES_PATH}${part(tag)}.json`;
}

/** The audit log of the station as JSON lines, which `audit verify` checks. */
export const STATION_AUDIT_PATH = '/station-audit.jsonl';

/** The same for a log of a controller. */
export function controllerAuditUrl(connection: string, chain: AuditChain): string {
  return `${STATION_AUDIT_PATH}?connection=${part(connection)}&chain=${chain}`;
}

/** A support file that was prepared, for the person who may prepare one. */
export const SUPPORT_PATH = '/support.zip';

/** The archive as `application/zip`. */
export function supportArchiveUrl(id: string): string {
  return `${SUPPORT_PATH}?id=${part(id)}`;
}

/** One of its files as text. */
export function supportFileUrl(id: string, file: string): string {
  return `${supportArchiveUrl(id)}&file=${part(file)}`;
}

export const EVENT_LOG_CSV_PATH = '/event-log.csv';

/** The matching entries of the event log as `text/csv`, newest first. */
export function eventLogCsvUrl(filter: EventLogFilter): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return EVENT_LOG_CSV_PATH + (text && '?' + text);
}

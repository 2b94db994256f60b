import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CONTROLLER_DATABASE, STATION_DATABASE, type DataFolders } from '../model/data-folders.ts';

const HIDDEN = '[removed]';
/** Shorter texts are no secrets, and would be removed from words. */
const SHORTEST = 4;
const SECRET_FIELD = /password|passphrase|secret|token|^key$|api-?key|hash|pin$/i;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*-----END [A-Z ]*PRIVATE KEY-----/g;

/** Columns that are secret as a whole. */
const OF_CONTROLLER = [
  'SELECT hash AS secret FROM api_keys',
  'SELECT secret FROM webhooks',
  'SELECT former_secret AS secret FROM webhooks',
];
const OF_STATION = [
  'SELECT secret_hash AS secret FROM people',
  'SELECT badge_hash AS secret FROM people',
  // Those that an earlier version has left; encrypted ones cannot be read here, and the log has no keys of Strobe.
  "SELECT value AS secret FROM settings WHERE key LIKE 'connection-key:%'",
];
/** Columns of JSON documents with secrets among other fields. */
const DOCUMENTS = [
  'SELECT value AS document FROM settings',
  'SELECT config AS document FROM printers',
  'SELECT next_config AS document FROM printers',
];

/** The secrets in the databases, so that texts of others, such as lines of a log, can be searched for them. A database that cannot be read has none. */
export function knownSecrets({ station, controller }: DataFolders): string[] {
  const found = secretsIn(join(station, STATION_DATABASE), OF_STATION);
  if (controller !== undefined) found.push(...secretsIn(join(controller, CONTROLLER_DATABASE), OF_CONTROLLER));
  // A long one first: it may contain a short one.
  return [...new Set(found)].filter(({ length }) => length >= SHORTEST).sort((one, other) => other.length - one.length);
}

/** Replaces secrets and private keys in a text. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const plain = text.replaceAll(PRIVATE_KEY, HIDDEN);
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN).replaceAll(JSON.stringify(secret).slice(1, -1), HIDDEN), plain);
}

function secretsIn(file: string, queries: readonly string[]): string[] {
  if (!existsSync(file)) return [];
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 1_000 });
    try {
      return [
        ...queries.flatMap((query) => textsOf(database, query, 'secret')),
        ...DOCUMENTS.flatMap((query) => textsOf(database, query, 'document').flatMap(secretFieldsIn)),
      ];
    } finally {
      database.close();
    }
  } catch {
    return [];
  }
}

/** Nothing for a table that the database does not have. */
function textsOf(database: DatabaseSync, query: string, column: string): string[] {
  try {
    return database
      .prepare(query)
      .all()
      .map((row) => row[column])
      .filter((value) => typeof value === 'string');
  } catch {
    return [];
  }
}

function secretFieldsIn(document: string): string[] {
  try {
    return collect(JSON.parse(document));
  } catch {
    return [];
  }
}

function collect(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, part]: [string, unknown]) =>
    typeof part === 'string' && SECRET_FIELD.test(field) ? [part] : collect(part),
  );
}

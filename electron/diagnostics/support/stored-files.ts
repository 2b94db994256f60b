import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { STROBE_FILE } from '#storage/files/strobe-file.ts';
import { messageOf } from '../model/check.ts';
import { CONTROLLER_DATABASE, STATION_DATABASE, type DataFolders } from '../model/data-folders.ts';
import { allowedPart, type Shape } from './allow-list.ts';
import { STROBE_FILE_SHAPE } from './controller-shapes.ts';
import { csvOf, jsonText, type SupportFile } from './support-file.ts';

const NEWEST = 'DESC LIMIT 500';
const STATION_EVENTS = `SELECT at, event, subject, controller, coalesce(printer, '') AS printer FROM event_log ORDER BY id ${NEWEST}`;
const CONTROLLER_EVENTS = `SELECT at, kind, coalesce(printer, '') AS printer, number FROM recorded_events ORDER BY number ${NEWEST}`;
const CONNECTIONS = 'SELECT name, url FROM connections ORDER BY position';
const PEOPLE = 'SELECT role, count(*) AS people FROM people WHERE is_enabled = 1 GROUP BY role ORDER BY role';
const CONNECTIONS_SHAPE: Shape = [{ name: 'plain', url: 'origin' }];

/** What is read from the data folders, so that it is there without a running program: settings of the station, and the newest events without texts, values and people. */
export function storedFiles({ station, controller }: DataFolders): SupportFile[] {
  return [
    ...strobeFile(station),
    ...fromDatabase(join(station, STATION_DATABASE), 'station', (database) => {
      const connections = allowedPart(database.prepare(CONNECTIONS).all(), CONNECTIONS_SHAPE);
      const settings = { connections, roles: database.prepare(PEOPLE).all() };
      return [
        { name: 'settings/station.json', text: jsonText(settings) },
        { name: 'events/station.csv', text: eventsIn(database, STATION_EVENTS) },
      ];
    }),
    ...(controller === undefined
      ? []
      : fromDatabase(join(controller, CONTROLLER_DATABASE), 'controller', (database) => [
          { name: 'events/controller.csv', text: eventsIn(database, CONTROLLER_EVENTS) },
        ])),
  ];
}

/** A database that cannot be read gives a file with the reason. */
function fromDatabase(file: string, name: string, read: (database: DatabaseSync) => SupportFile[]): SupportFile[] {
  if (!existsSync(file)) return [];
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 1_000 });
    try {
      return read(database);
    } finally {
      database.close();
    }
  } catch (error) {
    return [{ name: `events/${name}-unreadable.txt`, text: `${messageOf(error)}\n` }];
  }
}

function eventsIn(database: DatabaseSync, query: string): string {
  const statement = database.prepare(query);
  const columns = statement.columns().map((column) => column.name);
  const rows = statement
    .all()
    .map((row) => columns.map((column) => (column === 'at' ? new Date(Number(row[column])).toISOString() : row[column])));
  return csvOf(columns, rows);
}

function strobeFile(station: string): SupportFile[] {
  const file = join(station, STROBE_FILE);
  if (!existsSync(file)) return [];
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return [{ name: 'settings/network.json', text: jsonText(allowedPart(content, STROBE_FILE_SHAPE)) }];
  } catch (error) {
    return [
      { name: 'settings/network-unreadable.txt', text: error instanceof SyntaxError ? 'The file is no JSON.\n' : `${messageOf(error)}\n` },
    ];
  }
}

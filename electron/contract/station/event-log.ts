import { z } from 'zod';
import { nextPage } from '../api-v3/paging.ts';
import { feed, query } from './operation.ts';
import type { Permission } from './permissions.ts';

/** The events of the event log by the groups of its filter. */
export const EVENT_LOG_GROUPS = {
  alarms: ['alarm-raised', 'alarm-repeated', 'alarm-cleared', 'alarm-acknowledged', 'alarm-shelved', 'alarm-unshelved'],
  commands: ['command-done', 'command-failed'],
  controllers: ['controller-online', 'controller-lost', 'controller-refused', 'controller-off'],
  printers: ['printer-state'],
  station: ['station-started', 'station-stopped'],
} as const;

type Groups = typeof EVENT_LOG_GROUPS;
export type EventLogGroup = keyof Groups;
export type EventLogEvent = Groups[EventLogGroup][number];

const GROUPS = Object.keys(EVENT_LOG_GROUPS) as [EventLogGroup, ...EventLogGroup[]];
const EVENTS = Object.values(EVENT_LOG_GROUPS).flat() as [EventLogEvent, ...EventLogEvent[]];

/**
 * Files that a page sends by URL, and those that it may read with a permission only: logged as commands with these names, they need these permissions. A
 * backup of the station and a set-up file contain the people with their permissions, and keys.
 */
export const UPLOAD_ACCESS = {
  'tables.import': 'data',
  'fonts.install': 'labels',
  'backups.upload': 'configure',
  'backups.download': 'configure',
  'stationBackups.upload': 'people',
  'stationBackups.download': 'people',
  'setup.upload': 'people',
  'setup.download': 'people',
} as const satisfies Record<string, Permission>;
export type UploadOperation = keyof typeof UPLOAD_ACCESS;
/** Files that the station itself stores. */
export type StoredFileKind = 'stationBackups' | 'setup';

export const eventLogEntrySchema = z.object({
  /** Increases with every entry; never reused. */
  id: z.number().int(),
  /** Milliseconds since the epoch by the station's clock. */
  at: z.number(),
  event: z.enum(EVENTS),
  /** The alarm kind, the operation of a command (`printing.abort`) or upload (`tables.import`), or the new state of the printer; else empty. */
  subject: z.string(),
  connection: z.string().nullable(),
  /** Name of the controller at that time; may be empty. */
  controller: z.string(),
  printer: z.string().nullable(),
  /** The text of the printer or controller, or what a command named. */
  detail: z.string(),
  /** The person's reason, or why a command failed. */
  reason: z.string(),
  /** Empty if no person caused the event. */
  person: z.string(),
});
export type EventLogEntry = z.infer<typeof eventLogEntrySchema>;

/** All given conditions must match. `from` (inclusive) and `to` (exclusive) are milliseconds since the epoch. */
export const eventLogFilterSchema = z.object({
  /** Part of any text of an entry, case-insensitive. */
  text: z.string().max(200).optional(),
  connection: z.string().optional(),
  printer: z.string().optional(),
  group: z.enum(GROUPS).optional(),
  from: z.coerce.number().optional(),
  to: z.coerce.number().optional(),
});
export type EventLogFilter = z.infer<typeof eventLogFilterSchema>;

export const eventLogFeedEventSchema = z.discriminatedUnion('type', [
  /** Id of the newest entry; 0 = none. */
  z.object({ type: z.literal('snapshot'), newest: z.number().int() }),
  z.object({ type: z.literal('added'), newest: z.number().int() }),
]);
export type EventLogFeedEvent = z.infer<typeof eventLogFeedEventSchema>;

export const eventLogContract = {
  /** Newest first; `before` continues after the entry with that id. As a file: `eventLogCsvUrl`. */
  list: query(
    eventLogFilterSchema.extend({ before: z.number().int().optional(), limit: z.number().int().min(1).max(500) }),
    z.object({ entries: z.array(eventLogEntrySchema), next: nextPage }),
  ),
  /** Reports new entries by the id of the newest one. */
  watch: feed(z.object({}), eventLogFeedEventSchema),
};

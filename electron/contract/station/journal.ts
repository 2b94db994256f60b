import { z } from 'zod';
import { nextPage } from '../api-v3/paging.ts';
import { feed, query } from './operation.ts';

/** What the journal tells, and under which heading it is found. */
export const JOURNAL_GROUPS = {
  alarms: ['alarm-raised', 'alarm-repeated', 'alarm-cleared', 'alarm-acknowledged', 'alarm-shelved', 'alarm-unshelved'],
  commands: ['command-done', 'command-failed'],
  controllers: ['controller-online', 'controller-lost', 'controller-refused', 'controller-off'],
  printers: ['printer-state'],
  station: ['station-started', 'station-stopped'],
} as const;

type Groups = typeof JOURNAL_GROUPS;
export type JournalGroup = keyof Groups;
export type JournalEvent = Groups[JournalGroup][number];

const GROUPS = Object.keys(JOURNAL_GROUPS) as [JournalGroup, ...JournalGroup[]];
const EVENTS = Object.values(JOURNAL_GROUPS).flat() as [JournalEvent, ...JournalEvent[]];

/** One thing that happened. */
export const journalEntrySchema = z.object({
  /** Grows with every entry; never reused. */
  id: z.number().int(),
  /** Milliseconds since the epoch, as the clock of the station showed it then. */
  at: z.number(),
  event: z.enum(EVENTS),
  /** The kind of the alarm, the operation that was ordered (`printing.abort`), or the state that the printer entered; else empty. */
  subject: z.string(),
  connection: z.string().nullable(),
  /** The name that the controller had then; empty where it concerns none. */
  controller: z.string(),
  printer: z.string().nullable(),
  /** What the printer or controller said, or what the order named. */
  detail: z.string(),
  /** Why: what a person gave as a reason, or why an order failed. */
  reason: z.string(),
  /** Who did it; empty where nobody did. */
  person: z.string(),
});
export type JournalEntry = z.infer<typeof journalEntrySchema>;

/** Every condition that is given holds. Moments in milliseconds since the epoch, `from` included, `to` excluded. */
export const journalFilterSchema = z.object({
  /** Any part of what an entry says, in small or capital letters. */
  text: z.string().max(200).optional(),
  connection: z.string().optional(),
  printer: z.string().optional(),
  group: z.enum(GROUPS).optional(),
  from: z.coerce.number().optional(),
  to: z.coerce.number().optional(),
});
export type JournalFilter = z.infer<typeof journalFilterSchema>;

export const journalEventSchema = z.discriminatedUnion('type', [
  /** The newest entry there is; 0 = none. */
  z.object({ type: z.literal('snapshot'), newest: z.number().int() }),
  z.object({ type: z.literal('added'), newest: z.number().int() }),
]);
export type JournalFeedEvent = z.infer<typeof journalEventSchema>;

export const journalContract = {
  /** Newest first; `before` continues behind the entry with that number. As a file: `journalCsvUrl`. */
  list: query(
    journalFilterSchema.extend({ before: z.number().int().optional(), limit: z.number().int().min(1).max(500) }),
    z.object({ entries: z.array(journalEntrySchema), next: nextPage }),
  ),
  /** Says that there is something new to read. */
  watch: feed(z.object({}), journalEventSchema),
};

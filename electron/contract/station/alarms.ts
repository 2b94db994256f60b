import { z } from 'zod';
import { statedReasonSchema } from '../api-v3/print.ts';
import { statusErrorSchema } from '../api-v3/status-error.ts';
import { ALARM_PRIORITIES } from './alarm-priorities.ts';
import { command, feed } from './operation.ts';

export const alarmPrioritySchema = z.enum(ALARM_PRIORITIES);

/** An alarm requires an action of an operator (ISA-18.2). Anything else is an entry of the event log. */
export const ALARM_KINDS = [
  'printer-error',
  'printer-not-connected',
  'printer-other-device',
  'line-stopped',
  'line-stopped-by-rule',
  'ink-empty',
  'ink-error',
  'ink-low',
  'ink-warning',
  'product-missed',
  'prints-unknown',
  'count-differs',
  'ledger-differs',
  'not-verified',
  'reader-lost',
  'printer-warning',
  'printer-stale',
  'controller-lost',
  'controller-refused',
  'controller-untrusted',
  'controller-locked',
  'controller-safe-mode',
  'controller-disk-full',
  'controller-disk-read-only',
  'controller-drawing-down',
  'controller-files-exhausted',
  'controller-log-stuck',
  'controller-folder-lost',
  'content-unusable',
  'clock-doubtful',
  'clock-stepped',
  'dates-stopped',
] as const;
export const alarmKindSchema = z.enum(ALARM_KINDS);
export type AlarmKind = z.infer<typeof alarmKindSchema>;

/**
 * An alarm that is active, unacknowledged or shelved. It is removed once it has cleared and is acknowledged; acknowledging does not clear it. Times are
 * milliseconds since the epoch.
 */
export const alarmSchema = z.object({
  /** The same for the same kind, connection, printer and subject. */
  id: z.string(),
  kind: alarmKindSchema,
  priority: alarmPrioritySchema,
  connection: z.string(),
  /** Null when it concerns the whole controller. */
  printer: z.string().nullable(),
  /** Distinguishes alarms of one kind at one printer: the ink supply, or the error without its numbers; else empty. */
  subject: z.string(),
  /** The printer's or controller's own text; may be empty. */
  detail: z.string(),
  /** The detail with its codes, as far as the texts of the kind do not say it; absent if the detail has texts without a code. */
  errors: z.array(statusErrorSchema).optional(),
  /** How many products it concerns; absent for an alarm that does not count them. */
  count: z.number().int().optional(),
  isActive: z.boolean(),
  /** First occurrence. */
  raised: z.number(),
  /** Last occurrence. */
  lastRaised: z.number(),
  /** Null while it is active. */
  cleared: z.number().nullable(),
  /** Occurrences after the first one. */
  repeats: z.number().int(),
  acknowledged: z.object({ at: z.number(), by: z.string() }).nullable(),
  shelved: z.object({ until: z.number(), by: z.string(), reason: z.string() }).nullable(),
});
export type Alarm = z.infer<typeof alarmSchema>;

export const alarmsEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), alarms: z.array(alarmSchema) }),
  z.object({ type: z.literal('changed'), alarm: alarmSchema }),
  z.object({ type: z.literal('removed'), id: z.string() }),
]);
export type AlarmsEvent = z.infer<typeof alarmsEventSchema>;

/** For how long an alarm can be shelved: a quarter of an hour, an hour, a shift. */
export const SHELVING_MINUTES = [15, 60, 480] as const;

const one = z.object({ id: z.string() });

export const alarmsContract = {
  watch: feed(z.object({}), alarmsEventSchema),
  /** Answers how many of the alarms still exist; the others are ignored. */
  acknowledge: command('report', z.object({ ids: z.array(z.string()).min(1).max(500) }), z.object({ acknowledged: z.number().int() })),
  /** Shelves an alarm for a time, with a reason. Its occurrences are counted meanwhile. Fails with `not-found` for one that no longer exists. */
  shelve: command('decide', one.extend({ minutes: z.literal(SHELVING_MINUTES), reason: statedReasonSchema }), z.object({})),
  unshelve: command('decide', one, z.object({})),
};

import { z } from 'zod';
import { statedReasonSchema } from '../api-v3/print.ts';
import { ALARM_PRIORITIES } from './alarm-priorities.ts';
import { command, feed } from './operation.ts';

export const alarmPrioritySchema = z.enum(ALARM_PRIORITIES);

/** Everything that asks a person to act. What nobody can act upon is an entry of the journal, and no alarm. */
export const ALARM_KINDS = [
  'printer-error',
  'line-stopped',
  'ink-empty',
  'ink-error',
  'ink-low',
  'ink-warning',
  'product-missed',
  'prints-unknown',
  'count-differs',
  'ledger-differs',
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
 * One thing that is wrong, or was and nobody has seen it yet. It goes once it is over and acknowledged; to acknowledge it clears nothing. All
 * moments are milliseconds since the epoch.
 */
export const alarmSchema = z.object({
  /** The same for the same kind, connection, printer and subject, however often it comes back. */
  id: z.string(),
  kind: alarmKindSchema,
  priority: alarmPrioritySchema,
  connection: z.string(),
  /** Null for what concerns the whole controller. */
  printer: z.string().nullable(),
  /** What it is about where a printer can have several of its kind: the ink supply, or the error without its numbers; else empty. */
  subject: z.string(),
  /** What the printer or the controller says itself; empty when it says nothing. */
  detail: z.string(),
  isActive: z.boolean(),
  /** When it came for the first time. */
  raised: z.number(),
  /** When it came last. */
  lastRaised: z.number(),
  /** When it went; null while it is active. */
  cleared: z.number().nullable(),
  /** How often it came back. */
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

/** For how long an alarm may be put aside: a moment, an hour, a shift. */
export const SHELVING_MINUTES = [15, 60, 480] as const;

const one = z.object({ id: z.string() });

export const alarmsContract = {
  watch: feed(z.object({}), alarmsEventSchema),
  /** Somebody has seen them. Those that are gone meanwhile are left out: `acknowledged` says of how many it holds. */
  acknowledge: command(z.object({ ids: z.array(z.string()).min(1).max(500) }), z.object({ acknowledged: z.number().int() })),
  /** Puts an alarm aside for a while, with a reason. It is counted on, and told again when the time is over. */
  shelve: command(one.extend({ minutes: z.literal(SHELVING_MINUTES), reason: statedReasonSchema }), z.object({})),
  unshelve: command(one, z.object({})),
};

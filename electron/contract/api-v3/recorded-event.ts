import { z } from 'zod';
import { wholeNumberIn } from './whole-number.ts';

/**
 * What is recorded. An alarm begins with one of `printer.error-began`, `line.stopped`, `device.lost`, `disk.unwritable` and `clock.untrusted`; the
 * event that ends it has the same `alarm` in its data.
 */
export const RECORDED_KINDS = [
  'controller.started',
  'job.selected',
  'job.ended',
  'prints.settled',
  'print.resolved',
  'order.received',
  'order.started',
  'order.ended',
  'line.stopped',
  'line.resumed',
  'printer.error-began',
  'printer.error-ended',
  'device.lost',
  'device.connected',
  'disk.unwritable',
  'disk.writable',
  'clock.untrusted',
  'clock.trusted',
] as const;
export const recordedKindSchema = z.enum(RECORDED_KINDS, `must be one of ${RECORDED_KINDS.join(', ')}`);
export type RecordedKind = z.infer<typeof recordedKindSchema>;

/** The kinds that begin an alarm. */
export const ALARM_KINDS = ['printer.error-began', 'line.stopped', 'device.lost', 'disk.unwritable', 'clock.untrusted'] as const;
/** The kinds that end an alarm. */
export const ALARM_ENDS = ['printer.error-ended', 'line.resumed', 'device.connected', 'disk.writable', 'clock.trusted'] as const;

/** The facts of an event: texts, numbers, and lists of them. */
export const recordedDataSchema = z.record(z.string(), z.unknown());

/** Something that happened on the controller (extension). It is stored, and has the same number for all who read it. */
export const recordedEventSchema = z.object({
  /** Grows with every event; a number is never used again, and numbers may be missing. */
  number: z.number().int(),
  /** ISO 8601. */
  at: z.string(),
  kind: recordedKindSchema,
  printer: z.string().optional(),
  data: recordedDataSchema,
});
export type RecordedEvent = z.infer<typeof recordedEventSchema>;

const kindsText = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(recordedKindSchema));

/** Which recorded events to read: those with a higher number than `after`. `kinds` is a list with commas. */
export const recordedEventsQuerySchema = z.object({
  after: wholeNumberIn().prefault(0),
  limit: wholeNumberIn({ least: 1, most: 500 }).prefault(100),
  kinds: kindsText.optional(),
});
export type RecordedEventsQuery = z.output<typeof recordedEventsQuerySchema>;

/** Recorded events in their order. */
export const recordedEventsPageSchema = z.object({
  events: z.array(recordedEventSchema),
  /** Use it as `after` to read on; it grows also where no event was of the wanted kinds. */
  next: z.number().int(),
  /** Whether more events are stored after `next`. */
  hasMore: z.boolean(),
  /** Whether events after `after` were removed because of their age before they were read. */
  isIncomplete: z.boolean(),
});
export type RecordedEventsPage = z.infer<typeof recordedEventsPageSchema>;

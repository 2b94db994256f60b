import { z } from 'zod';
import { nameSchema } from './name.ts';
import { nextPage, paging } from './paging.ts';

/** What a line does: it runs, or why it stands. */
export const LINE_ACTIVITIES = ['running', 'starved', 'blocked', 'fault', 'set-up', 'planned'] as const;
export const lineActivitySchema = z.enum(LINE_ACTIVITIES);
/**
 * - `running`: products pass.
 * - `starved`: printers are ready, and no product comes.
 * - `blocked`: the line is stopped from outside: by its input "external stop", or its input "line running" is off.
 * - `fault`: a rule has stopped the line, or a printer with a job cannot print.
 * - `set-up`: no job is selected.
 * - `planned`: a person has stated a reason that is planned, such as a break. It is never detected.
 */
export type LineActivity = z.infer<typeof lineActivitySchema>;

/** How the downtime of a line is recorded, and what its performance is compared with. */
export const downtimeSettingsSchema = z.strictObject({
  /** Seconds without a product after which the line stands. Shorter stops are part of the time in which it runs, and cost performance. */
  standsAfter: z
    .number('must be a number')
    .int('must be a whole number of seconds')
    .min(2, 'must be at least 2')
    .max(3_600, 'must be at most 3 600')
    .default(30),
  /** Seconds of a stop after which a person is asked for its reason; null: never. */
  asksAfter: z
    .number('must be a number')
    .int('must be a whole number of seconds')
    .min(0, 'must be at least 0')
    .max(86_400, 'must be at most 86 400')
    .nullable()
    .default(300),
  /** Products per minute that the line is built for; null: performance and OEE are not computed. */
  idealRate: z.number('must be a number').positive('must be above 0').max(100_000, 'must be at most 100 000').nullable().default(null),
  /** The printer whose products are those of the line; null: its first one. */
  countedBy: nameSchema.nullable().default(null),
  /** The shift code whose shifts divide reports; null: reports by shift are refused. */
  shiftCode: nameSchema.nullable().default(null),
});
export type DowntimeSettings = z.output<typeof downtimeSettingsSchema>;

const reasonText = z.string('must be a text').trim().min(1, 'must not be empty').max(100, 'must have at most 100 characters');
const reasonKey = z
  .string('must be a text')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must consist of lower-case letters, digits and single hyphens')
  .max(60, 'must have at most 60 characters');

/** A reason of a stop, or a group of reasons. Groups are not stated themselves. */
export const downtimeReasonSchema = z.strictObject({
  /** What periods are stored with. It stays when texts change. */
  key: reasonKey,
  /** The key of the group that it belongs to; null at the top. */
  group: reasonKey.nullable().default(null),
  /** What persons read. A language without a text shows the English one. */
  texts: z.strictObject({
    en: reasonText,
    ...{ de: reasonText.optional(), fr: reasonText.optional(), es: reasonText.optional() },
    ...{ zh: reasonText.optional(), ar: reasonText.optional() },
  }),
  /** The stop was planned: its time does not count against availability. */
  isPlanned: z.boolean('must be true or false').default(false),
  /** It and what belongs to it are stated no longer; what was stated keeps its texts. */
  isRetired: z.boolean('must be true or false').default(false),
});
export type DowntimeReason = z.output<typeof downtimeReasonSchema>;

const MAX_REASONS = 500;

/** The tree of reasons, as a list: a group stands before what belongs to it. PUT replaces all of it. */
export const downtimeReasonsSchema = z
  .array(downtimeReasonSchema)
  .max(MAX_REASONS, `must have at most ${MAX_REASONS} reasons`)
  .superRefine((reasons, context) => {
    const seen = new Set<string>();
    for (const [at, { key, group }] of reasons.entries()) {
      if (seen.has(key)) context.addIssue({ code: 'custom', path: [at, 'key'], message: `another reason has the key "${key}" already` });
      if (group !== null && !seen.has(group))
        context.addIssue({ code: 'custom', path: [at, 'group'], message: `no reason before it has the key "${group}"` });
      seen.add(key);
    }
  });
export type DowntimeReasons = z.output<typeof downtimeReasonsSchema>;

/** Whether a reason, or a group that it belongs to, is retired. */
export function isRetiredReason(reasons: DowntimeReasons, { group, isRetired }: DowntimeReason): boolean {
  const parent = reasons.find(({ key }) => key === group);
  return isRetired || (parent !== undefined && isRetiredReason(reasons, parent));
}

/** What a person states about a stop. */
export const statedDowntimeReasonSchema = z.strictObject({
  reason: reasonKey,
  note: z.string('must be a text').trim().max(1_000, 'must have at most 1 000 characters').default(''),
});
export type StatedDowntimeReason = z.output<typeof statedDowntimeReasonSchema>;

/** A time in which a line did one thing. */
export const linePeriodSchema = z.object({
  id: z.number().int(),
  activity: lineActivitySchema,
  /** What was detected, where a planned reason says otherwise. */
  detected: lineActivitySchema.optional(),
  /** ISO 8601. */
  from: z.string(),
  /** Null while it lasts. */
  to: z.string().nullable(),
  /** Milliseconds, until now while it lasts. */
  duration: z.number(),
  /** What was seen, as a sentence; empty for a line that runs. */
  detail: z.string(),
  /** The printer that it is about. */
  printer: z.string().optional(),
  /** The job of the line meanwhile. */
  job: z.object({ id: z.string(), label: z.string() }).optional(),
  /** Whether a person should state the reason. */
  needsReason: z.boolean(),
  stated: z.object({ reason: z.string(), note: z.string(), by: z.string(), at: z.string() }).optional(),
});
export type LinePeriod = z.infer<typeof linePeriodSchema>;

const moment = z.iso
  .datetime({ offset: true, error: 'must be a date and time in ISO 8601, such as 2026-11-21T06:00:00Z' })
  .transform((text) => Date.parse(text));

/** Newest first. `before` continues after the period with that id. `from` and `to` select the periods that lie in that time, in whole or in part. */
export const linePeriodsQuerySchema = z.object({
  ...paging,
  from: moment.optional(),
  to: moment.optional(),
  needsReason: z.literal('true', 'must be true').optional().describe('Only stops whose reason a person should state.'),
});
export type LinePeriodsQuery = z.output<typeof linePeriodsQuerySchema>;

export const linePeriodsPageSchema = z.object({ periods: z.array(linePeriodSchema), next: nextPage });
export type LinePeriodsPage = z.infer<typeof linePeriodsPageSchema>;

/** What the rows of a report are. */
export const OEE_DIVISIONS = ['none', 'shift', 'day', 'job'] as const;
export type OeeDivision = (typeof OEE_DIVISIONS)[number];

/** `to` is now by default. A report by job has each job whole. */
export const oeeQuerySchema = z
  .object({ from: moment, to: moment.optional(), by: z.enum(OEE_DIVISIONS, `must be one of ${OEE_DIVISIONS.join(', ')}`).default('none') })
  .refine(({ from, to }) => to === undefined || from < to, { path: ['from'], message: 'must be before to' });
export type OeeQuery = z.output<typeof oeeQuerySchema>;

/** From 0 to 1; null where it cannot be computed. Performance can exceed 1 if the ideal rate is too small. */
const ratio = z.number().nullable();

/** Overall equipment effectiveness (OEE, ISO 22400-2) of a line in a time. All durations in milliseconds. */
export const oeeSchema = z.object({
  /** The shift's code, the day as `2026-11-21`, or the label of the job; empty for the whole time. */
  name: z.string(),
  job: z.string().optional(),
  from: z.string(),
  to: z.string(),
  durations: z.record(lineActivitySchema, z.number()),
  /** Time in which the controller did not run. It counts neither as planned nor as running. */
  notRecorded: z.number(),
  products: z.object({
    /** Prints that were made or handed over, and products without a print. */
    total: z.number().int(),
    good: z.number().int(),
    /** Prints that a reader did not verify. */
    notVerified: z.number().int(),
    /** Products that passed without a print. */
    missed: z.number().int(),
  }),
  /** Time in which it ran / time in which it was to run. */
  availability: ratio,
  /** Products / products that the ideal rate gives in the time in which it ran. */
  performance: ratio,
  /** Good products / all products. */
  quality: ratio,
  oee: ratio,
  /** The time and number of stops by their stated reason, and of stops without one by what was detected, longest first. */
  reasons: z.array(
    z.object({ reason: z.string().nullable(), activity: lineActivitySchema.nullable(), duration: z.number(), stops: z.number().int() }),
  ),
});
export type Oee = z.infer<typeof oeeSchema>;
export const oeeReportSchema = z.array(oeeSchema);

import { z } from 'zod';
import { downtimeSettingsSchema } from './downtime.ts';
import { nameSchema } from './name.ts';
import { statedReasonSchema } from './print.ts';

const MAX_PRINTERS = 64;

const count = z
  .number('must be a number')
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(1_000, 'must be at most 1 000')
  .nullable();
const trueOrFalse = z.boolean('must be true or false');

/** What stops a line. Every rule is off by default. */
export const lineRulesSchema = z.strictObject({
  /** After this many products in a row that passed a printer without a print. */
  productsWithoutPrint: count.default(null),
  /** When the count of a device and the prints in the ledger differ. */
  countDiffers: trueOrFalse.default(false),
  /** When a person states that the first print of a job is wrong. */
  firstPrintWrong: trueOrFalse.default(false),
  /** After this many products in a row that a reader did not verify. */
  failedReads: count.default(null),
  /** When it is unknown whether a print was made. */
  unknownPrint: trueOrFalse.default(false),
  /** When a printer with a job could not print for this many seconds: what is shown of it is old, or it waits for a person. */
  staleData: count.default(null),
});
export type LineRules = z.output<typeof lineRulesSchema>;

/** What happens to one product without a print. `automatic`: it is rejected where an output does that, else the line stops where an output does that. */
export const UNPRINTED_PRODUCT_ACTIONS = ['automatic', 'reject', 'stop', 'ignore'] as const;

/** A line: printers that stop and start together (extension). PUT replaces all of it. Stopping is no safety function. */
export const controllerLineSchema = z
  .strictObject({
    description: z.string('must be a text').max(1_000, 'must have at most 1 000 characters').default(''),
    /** A printer belongs to one line at most. */
    printers: z.array(nameSchema).max(MAX_PRINTERS, `must have at most ${MAX_PRINTERS} printers`).default([]),
    unprintedProduct: z.enum(UNPRINTED_PRODUCT_ACTIONS, `must be one of ${UNPRINTED_PRODUCT_ACTIONS.join(', ')}`).default('automatic'),
    rules: lineRulesSchema.prefault({}),
    downtime: downtimeSettingsSchema.prefault({}),
  })
  .superRefine(({ printers, downtime: { countedBy } }, context) => {
    for (const [at, printer] of printers.entries())
      if (printers.indexOf(printer) < at) context.addIssue({ code: 'custom', path: ['printers', at], message: 'is named already' });
    if (countedBy !== null && !printers.includes(countedBy))
      context.addIssue({ code: 'custom', path: ['downtime', 'countedBy'], message: `"${countedBy}" is no printer of this line` });
  });
export type ControllerLine = z.output<typeof controllerLineSchema>;

/** The rules by name, and the input "external stop", which stops printers without a rule. */
export const LINE_RULES = [
  'products-without-print',
  'count-differs',
  'first-print-wrong',
  'failed-reads',
  'unknown-print',
  'stale-data',
  'external-stop',
] as const;
export const lineRuleSchema = z.enum(LINE_RULES);
export type LineRule = z.infer<typeof lineRuleSchema>;

/** Why a line is stopped. An external stop has no id: it ends with its input, and no person can resume it. */
export const lineStopSchema = z.object({
  id: z.number().int().optional(),
  rule: lineRuleSchema,
  /** Absent for an external stop of all printers. */
  printer: z.string().optional(),
  /** ISO 8601. */
  since: z.string(),
  /** What happened, as a sentence. */
  detail: z.string(),
  /** How many products, or how many seconds. */
  count: z.number().int().optional(),
  /** The print that it is about. */
  print: z.number().int().optional(),
  /** The input of an external stop. */
  input: z.string().optional(),
});
export type LineStop = z.infer<typeof lineStopSchema>;

/** How far a printer is from the limit of a rule that is on. */
const ruleStandingSchema = z.object({
  rule: lineRuleSchema,
  printer: z.string(),
  count: z.number().int(),
  limit: z.number().int(),
});
export type RuleStanding = z.infer<typeof ruleStandingSchema>;

/** What stops a line now, and what would stop it next. */
export const lineStateSchema = z.object({
  isStopped: z.boolean(),
  stops: z.array(lineStopSchema),
  standings: z.array(ruleStandingSchema),
});
export type LineState = z.infer<typeof lineStateSchema>;

export const controllerLineListSchema = z.array(
  z.object({
    name: z.string(),
    line: controllerLineSchema,
    state: lineStateSchema,
    /** Stops of the last 24 hours whose reason a person should state. */
    unexplainedStops: z.number().int(),
    /** The readers behind its printers. */
    readers: z.array(z.string()),
    /** The signal devices with inputs or outputs for its printers. */
    signalDevices: z.array(z.string()),
  }),
);
export type ControllerLineList = z.infer<typeof controllerLineListSchema>;

/** Ends all stops of a line that a rule caused. */
export const lineResumptionSchema = z.strictObject({ reason: statedReasonSchema });

/** A stop that has ended. */
export const endedStopSchema = lineStopSchema.extend({ ended: z.string(), endedBy: z.string(), reason: z.string() });
export const endedStopsSchema = z.array(endedStopSchema);

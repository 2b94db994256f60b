import { z } from 'zod';
import { nameSchema } from './name.ts';
import { nextPage, paging } from './paging.ts';
import { textSchema } from './text.ts';
import { readerResultSchema, UNMATCHED_REASONS, verdictCountsSchema, verdictSchema, VERDICTS } from './verification.ts';

const text = (longest: number) => textSchema.refine((given) => given.length <= longest, `must have at most ${longest} characters`);
const wholeNumber = (least: number, most: number) =>
  z.number('must be a number').int('must be a whole number').min(least, `must be at least ${least}`).max(most, `must be at most ${most}`);
const length = z.number('must be a number').min(0, 'must not be negative').max(100_000, 'must be at most 100 000 mm');
const duration = z.number('must be a number').min(0, 'must not be negative').max(600_000, 'must be at most 600 000 ms');
const positive = 'must be greater than 0';

/** The ends of lines. `AUTO` takes CR, LF or both; `STX-ETX` takes what is between the two characters. */
export const TERMINATORS = ['AUTO', 'CR', 'LF', 'CRLF', 'STX-ETX'] as const;
/** The kinds of readers for which Strobe knows the settings. */
export const READER_PRESETS = ['cognex-dataman', 'keyence-sr', 'sick', 'other'] as const;
export type ReaderPreset = (typeof READER_PRESETS)[number];

/** How results reach the controller: lines of text on a TCP connection. */
export const readerConnectionSchema = z
  .strictObject({
    /** `connect`: the controller connects to the reader. `listen`: the reader connects to the controller. */
    mode: z.enum(['connect', 'listen'], 'must be connect or listen'),
    /** With `connect` the reader's address; with `listen` the only address that may connect (absent: any). */
    host: z.string('must be a text').min(1, 'must not be empty').max(253, 'must have at most 253 characters').optional(),
    port: wholeNumber(1, 65_535),
    terminator: z.enum(TERMINATORS, `must be one of ${TERMINATORS.join(', ')}`).default('AUTO'),
    /** Sent when a product reaches the reader; `{cr}`, `{lf}`, `{stx}`, `{etx}` are control characters. Absent: the reader has its own sensor. */
    triggerText: text(200).optional(),
    /** Lines that mean that nothing could be read; upper and lower case are the same. */
    noReadTexts: z
      .array(text(200).refine((given) => given !== '', 'must not be empty'))
      .max(20, 'must be at most 20')
      .default([]),
    /** Beginnings of lines that are no results, such as the answer to a trigger. */
    ignoredTexts: z
      .array(text(200).refine((given) => given !== '', 'must not be empty'))
      .max(20, 'must be at most 20')
      .default([]),
    /** A regular expression with the named group `code`, and `grade` if the reader states it. Absent: the whole line is the code. */
    pattern: text(500).optional(),
  })
  .refine(({ mode, host }) => mode === 'listen' || host !== undefined, { path: ['host'], message: 'is needed to connect' });
export type ReaderConnection = z.infer<typeof readerConnectionSchema>;

/** Where the reader is: by distance, which follows the line speed, or by time. */
const readerArrivalSchema = z.union(
  [
    z.strictObject({
      /** From the print position to the reader, in mm. */
      distance: length,
      /** How far from there a result may come, to both sides, in mm: less than half the distance between two products. */
      window: length.refine((given) => given > 0, positive),
    }),
    z.strictObject({
      /** From the print to its result, in ms. */
      delay: duration,
      /** How much earlier or later a result may come, in ms: less than half the time between two products. */
      timeWindow: duration.refine((given) => given > 0, positive),
    }),
  ],
  'needs distance and window in mm, or delay and timeWindow in ms',
);

/** When prints that are not verified become an alarm. */
const limitsSchema = z.strictObject({
  /** That many in a row. */
  consecutive: wholeNumber(1, 1_000).optional(),
  /** `failed` of the last `of`. */
  recent: z
    .strictObject({ failed: wholeNumber(1, 1_000), of: wholeNumber(1, 1_000) })
    .refine(({ failed, of }) => failed <= of, { path: ['failed'], message: 'must not be more than "of"' })
    .optional(),
});
export type VerificationLimits = z.infer<typeof limitsSchema>;

const configuration = z.strictObject({
  preset: z.enum(READER_PRESETS, `must be one of ${READER_PRESETS.join(', ')}`).default('other'),
  connection: readerConnectionSchema,
  /** The printer whose prints it reads. A printer has one reader at most. */
  printer: nameSchema,
  arrival: readerArrivalSchema,
  /** Speed of the line in mm/s; absent: that of the printer's configuration. */
  lineSpeed: z.number('must be a number').positive(positive).max(100_000, 'must be at most 100 000 mm/s').optional(),
  /** Name or JSON pointer of the barcode that is compared; absent: the first barcode of the label. */
  expects: text(500).optional(),
  limits: limitsSchema.default({}),
  /** How far behind the print position products are rejected: in mm if `arrival` has a distance, else in ms. Absent: none is. */
  rejectAfter: length.optional(),
});

/** The configuration as it is stored: its printer is known by its current name. */
export const storedReaderConfigurationSchema = configuration.omit({ printer: true });

/** Configuration of a reader (extension). PUT replaces all of it. */
export const readerConfigurationSchema = configuration.superRefine(({ arrival, rejectAfter }, context) => {
  const last = 'distance' in arrival ? arrival.distance + arrival.window : arrival.delay + arrival.timeWindow;
  if (rejectAfter !== undefined && rejectAfter < last) {
    context.addIssue({ code: 'custom', path: ['rejectAfter'], message: `must be at least ${last}, where the last result may come` });
  }
});
export type ReaderConfiguration = z.infer<typeof readerConfigurationSchema>;

/** The connection to a reader: `connected`; `waiting` for it, with the reason; `off` in safe mode, or for a reader whose printer is missing. */
const readerStateSchema = z.enum(['connected', 'waiting', 'off']);

/** A reader in the list, with what it is doing. */
export const readerSchema = z.object({
  name: z.string(),
  printer: z.string(),
  state: readerStateSchema,
  /** Why it is not connected, and how it would be. */
  reason: z.string().optional(),
  /** The verdicts on the newest 100 prints since the controller started. */
  recent: verdictCountsSchema,
  /** The limits that are exceeded now. */
  exceeded: z.array(z.enum(['consecutive', 'recent'])),
  /** Prints that are on their way to the reader. */
  underway: z.number().int(),
});
export type LineReader = z.infer<typeof readerSchema>;

/** What a test of a reader found. */
export const readerTestSchema = z.object({
  isReachable: z.boolean(),
  /** Why not. */
  reason: z.string().optional(),
  /** The first line that came within the time of the test, as it came. */
  line: z.string().optional(),
  /** How that line was understood. */
  understood: z.enum(['code', 'no-read', 'ignored', 'misread']).optional(),
  code: z.string().optional(),
  grade: z.string().optional(),
});
export type ReaderTest = z.infer<typeof readerTestSchema>;

export const readerResultsQuerySchema = z.object({
  verdict: z.enum([...VERDICTS, 'unmatched'], `must be one of ${VERDICTS.join(', ')}, unmatched`).optional(),
  ...paging,
});
export type ReaderResultsQuery = z.infer<typeof readerResultsQuerySchema>;

/** Newest first. */
export const readerResultsPageSchema = z.object({ results: z.array(readerResultSchema), next: nextPage });
export type ReaderResultsPage = z.infer<typeof readerResultsPageSchema>;

/** A code that a person scanned on a product. */
export const scanCheckSchema = z.strictObject({
  /** What the scanner sent. */
  text: text(10_000).refine((given) => given !== '', 'must not be empty'),
  /** It is compared with the oldest print without a verdict among that many of the newest. */
  among: wholeNumber(1, 500).default(1),
  /** Name or JSON pointer of the barcode; absent: that of the printer's reader, else the first of the label. */
  expects: text(500).optional(),
});
export type ScanCheck = z.infer<typeof scanCheckSchema>;

/** What a check with a hand scanner found. */
export const scanCheckResultSchema = z.object({
  verdict: verdictSchema.exclude(['not-read']).or(z.literal('unmatched')),
  /** The print that it was compared with. */
  print: z.number().int().optional(),
  reason: z.enum(UNMATCHED_REASONS).optional(),
  expected: z.string().optional(),
  read: z.string(),
});
export type ScanCheckResult = z.infer<typeof scanCheckResultSchema>;

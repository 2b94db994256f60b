import { z } from 'zod';
import { newNameSchema } from '../api-v3/name.ts';

const row = z.number().int('must be a whole number').min(0, 'must be at least 0').safe('must be below 2^53');
const count = z.number().int().min(0);
/** The most rows of a block, and the most ranges of rows in a request. */
const MOST = { rows: 1_000_000, ranges: 10_000 };

export const rowRunNameSchema = newNameSchema;
export const rowRunParamsSchema = z.object({ name: rowRunNameSchema });

/** Rows of a table: from `first`, from 0, to before `end`. */
export const rowRangeSchema = z.strictObject({ first: row, end: row }).refine(({ first, end }) => first < end, {
  path: ['end'],
  message: 'must be more than first',
});
export type RowRange = z.infer<typeof rowRangeSchema>;

/** What a run consists of. All controllers that take part in it must have the same. */
export const rowRunContentSchema = z.strictObject({
  table: z.string().max(255),
  /** SHA-256 of the rows, in hexadecimal: of the names and texts of all cells except those of the column that counts prints. */
  hash: z.string().regex(/^[\da-f]{64}$/, 'must be a SHA-256 in hexadecimal'),
  rows: rowRangeSchema,
  /** Copies of each row, and the column that says it where its cell is not empty. */
  copies: z.number().int().min(1),
  copiesColumn: z.string().optional(),
});
export type RowRunContent = z.infer<typeof rowRunContentSchema>;

const requestSchema = z.string().regex(/^[\w-]{8,64}$/, 'must have 8 to 64 letters, digits, hyphens or underscores');

/** Asks for a block of rows. */
export const rowLeaseRequestSchema = z.strictObject({
  /** Made by the controller for this block: a repeated request gets the same block. */
  request: requestSchema,
  /** How many rows; fewer are given where fewer are left, and near the end of the run. */
  size: z.number().int().min(1, 'must be at least 1').max(MOST.rows, `must be at most ${MOST.rows}`),
  content: rowRunContentSchema,
});
export type RowLeaseRequest = z.infer<typeof rowLeaseRequestSchema>;

/** The rows of a run, by what the plant knows about them. Together they are all rows. */
export const rowRunCountsSchema = z.object({
  /** No controller has them: not given yet, returned or released. */
  free: count,
  /** Controllers have them, and have not said what became of them. */
  held: count,
  /** Controllers have said that they are printed. */
  printed: count,
});
export type RowRunCounts = z.infer<typeof rowRunCountsSchema>;

/** What a controller has of a run. */
export const controllerRowRunSchema = rowRunCountsSchema.extend({
  /** The rows that this controller has, by the request that it got them for. */
  blocks: z.array(z.object({ request: z.string(), ...rowRangeSchema.shape })),
});
export type ControllerRowRun = z.infer<typeof controllerRowRunSchema>;

/** What became of rows of a block. A repeated report has no further effect. */
export const rowReportSchema = z.strictObject({
  request: requestSchema,
  /** Rows that are printed. */
  printed: z.array(rowRangeSchema).max(MOST.ranges),
  /** Rows whose printing never began: the plant gives them again. */
  returned: z.array(rowRangeSchema).max(MOST.ranges),
});
export type RowReport = z.infer<typeof rowReportSchema>;

/** A run, and which controllers have rows of it. */
export const rowRunSchema = rowRunCountsSchema.extend({
  name: z.string(),
  ...rowRunContentSchema.shape,
  begun: z.string(),
  holders: z.array(z.object({ controller: z.string(), rows: count })),
});
export const rowRunListSchema = z.array(rowRunSchema);
export type RowRun = z.infer<typeof rowRunSchema>;

/** Gives the rows that a controller has to others. */
export const rowReleaseSchema = z.strictObject({
  controller: z.string(),
  /** Why it is certain, or accepted, that the controller does not print them. */
  reason: z.string().trim().min(1, 'must not be empty').max(1_000, 'must have at most 1000 characters'),
});
export type RowRelease = z.infer<typeof rowReleaseSchema>;

export const rowReleasedSchema = z.object({ rows: count });

/** Who has released rows of a run, and why. */
export const rowReleaseListSchema = z.array(
  z.object({ controller: z.string(), rows: count, reason: z.string(), key: z.string(), at: z.string() }),
);

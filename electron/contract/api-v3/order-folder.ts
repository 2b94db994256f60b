import { z } from 'zod';
import { nameSchema } from './name.ts';
import { ORDER_STARTS, orderIdSchema } from './order.ts';
import { nextPage, paging } from './paging.ts';
import { MAX_COPIES } from './print-job.ts';

const wholeNumber = z.number('must be a number').int('must be a whole number');
const trueOrFalse = z.boolean('must be true or false');

/** What an order of a folder has unless its file says otherwise. */
const orderDefaultsSchema = z.strictObject({
  printers: z.array(nameSchema).max(64, 'must have at most 64 printers').optional(),
  labelName: nameSchema.optional(),
  tableName: nameSchema.optional(),
  keyColumn: z.string().optional(),
  quantity: wholeNumber.min(1, 'must be at least 1').max(MAX_COPIES, 'must be at most 1 000 000 000').optional(),
  start: z.enum(ORDER_STARTS, `must be one of ${ORDER_STARTS.join(', ')}`).optional(),
});
export type OrderDefaults = z.output<typeof orderDefaultsSchema>;

/** A folder that is watched for files with orders (extension). PUT replaces all of it. */
export const orderFolderConfigurationSchema = z.strictObject({
  /** Absolute path on the computer of the controller; it may be a mounted share. */
  path: z
    .string('must be a text')
    .min(1, 'must not be empty')
    .max(1_000, 'must have at most 1 000 characters')
    .regex(/^\P{Cc}*$/u, 'must not contain a control character'),
  isEnabled: trueOrFalse.default(true),
  /** Seconds between two looks. A file is read when it has not changed from one look to the next. */
  interval: wholeNumber.min(1, 'must be at least 1').max(3_600, 'must be at most 3 600').default(2),
  defaults: orderDefaultsSchema.default({}),
});
export type OrderFolderConfiguration = z.output<typeof orderFolderConfigurationSchema>;

/** off: switched off, or the controller is in safe mode; starting: not looked at yet; unreachable: it cannot be read or written. */
export const ORDER_FOLDER_STATES = ['off', 'starting', 'watching', 'unreachable'] as const;
export type OrderFolderState = (typeof ORDER_FOLDER_STATES)[number];

/** A folder with its state. */
export const orderFolderSchema = z.object({
  name: z.string(),
  ...orderFolderConfigurationSchema.shape,
  state: z.enum(ORDER_FOLDER_STATES),
  /** Why it is unreachable, as a sentence. */
  reason: z.string().optional(),
  /** Since when it is in this state, ISO 8601. */
  since: z.string(),
  /** Files that wait: they are still being written, or for the disk of the controller. */
  waiting: z.number().int(),
});
export type OrderFolder = z.infer<typeof orderFolderSchema>;

/** A fault of a file. */
const orderFileErrorSchema = z.object({
  /** Line of a CSV file on which the order starts, from 1. */
  line: z.number().int().optional(),
  /** Position of the order in the file, from 1. */
  order: z.number().int().optional(),
  /** JSON pointer to the field. */
  pointer: z.string().optional(),
  detail: z.string(),
});
export type OrderFileError = z.infer<typeof orderFileErrorSchema>;

/** What became of a file. The same text is written next to the file, which is moved to `done` or `refused`. */
export const orderFileResultSchema = z.object({
  file: z.string(),
  /** SHA-256 of the content, in hexadecimal digits. */
  sha256: z.string(),
  result: z.enum(['accepted', 'refused']),
  /** ISO 8601. */
  at: z.string(),
  /** The id of the controller that took it. */
  controller: z.string(),
  /** The orders of an accepted file. `unchanged`: the same order existed already. */
  orders: z.array(z.object({ id: orderIdSchema, result: z.enum(['created', 'replaced', 'unchanged']) })),
  /** Why it is refused, as a sentence. All orders of a refused file are refused. */
  reason: z.string().optional(),
  errors: z.array(orderFileErrorSchema).optional(),
});
export type OrderFileResult = z.infer<typeof orderFileResultSchema>;

/** Which files to list. */
export const orderFilesQuerySchema = z.object({ ...paging });
export type OrderFilesQuery = z.output<typeof orderFilesQuerySchema>;

/** A page of files, newest first; `next` is null on the last page. */
export const orderFilesPageSchema = z.object({ files: z.array(orderFileResultSchema), next: nextPage });
export type OrderFilesPage = z.infer<typeof orderFilesPageSchema>;

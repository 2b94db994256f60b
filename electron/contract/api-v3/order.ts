import { z } from 'zod';
import { nameSchema, newNameSchema } from './name.ts';
import { nextPage, paging } from './paging.ts';
import { MAX_COPIES } from './print-job.ts';

/** The most printers of one order. */
const MAX_PRINTERS = 64;

/**
 * How an order starts: `automatic` by itself, one order after the other, when none of its printers has a job; `queue` at once, as jobs with
 * the values of that moment at the end of the queues; `operator` when a person starts it.
 */
export const ORDER_STARTS = ['automatic', 'queue', 'operator'] as const;
export type OrderStart = (typeof ORDER_STARTS)[number];

/**
 * open: not started; queued: its jobs wait; running: at least one print was started; interrupted: a job was ended at its printer before all
 * prints were made; done: all prints were started and settled; cancelled: by a person or client; refused: it could not be started.
 */
export const ORDER_STATES = ['open', 'queued', 'running', 'interrupted', 'done', 'cancelled', 'refused'] as const;
export const orderStateSchema = z.enum(ORDER_STATES);
export type PrintOrderState = z.infer<typeof orderStateSchema>;

const wholeNumber = z.number('must be a number').int('must be a whole number');
const shownText = z.string('must be a text').max(1_000, 'must have at most 1 000 characters');

/** The parts of an order that decide what its jobs print. */
interface OrderSource {
  quantity?: number | undefined;
  tableName?: string | undefined;
  keyColumn?: string | undefined;
  key?: string | undefined;
  firstRow?: number | undefined;
  rowCount?: number | undefined;
}

/** Whether an order prints a range of table rows instead of one label a number of times. */
export function hasRows({ tableName, key }: OrderSource): boolean {
  return tableName !== undefined && key === undefined;
}

function contradictions(order: OrderSource): [keyof OrderSource, string][] {
  const found: [keyof OrderSource, string][] = [];
  const { tableName, keyColumn, key } = order;
  if ((key === undefined) !== (keyColumn === undefined)) found.push(['key', 'keyColumn and key need each other']);
  for (const part of ['key', 'keyColumn', 'firstRow', 'rowCount'] as const)
    if (order[part] !== undefined && tableName === undefined) found.push([part, 'needs a tableName']);
  for (const part of ['firstRow', 'rowCount'] as const)
    if (order[part] !== undefined && key !== undefined) found.push([part, 'cannot be combined with key']);
  if (order.quantity === undefined && !hasRows(order)) found.push(['quantity', 'is required without a range of rows']);
  return found;
}

const orderParts = z.strictObject({
  /** Shown to the operator, like the batch and the description. */
  product: shownText.default(''),
  batch: shownText.default(''),
  description: shownText.default(''),
  /** Number of prints; with a range of rows, the prints of each row, by default 1. Several printers share them. */
  quantity: wholeNumber.min(1, 'must be at least 1').max(MAX_COPIES, 'must be at most 1 000 000 000').optional(),
  /** Each of them gets a job. */
  printers: z
    .array(nameSchema)
    .min(1, 'must name a printer')
    .max(MAX_PRINTERS, `must have at most ${MAX_PRINTERS} printers`)
    .refine((printers) => new Set(printers).size === printers.length, 'must name each printer once'),
  labelName: nameSchema,
  /** With `keyColumn` and `key` one row; without them a range of rows, of which each is printed by one of the printers. */
  tableName: nameSchema.optional(),
  keyColumn: z.string().optional(),
  key: z.string().optional(),
  /** First row of a range, from 0; by default the first of the table. */
  firstRow: wholeNumber.min(0, 'must be at least 0').optional(),
  /** Number of rows of a range; by default all that remain. */
  rowCount: wholeNumber.min(1, 'must be at least 1').optional(),
  /** Values for the variables that the label asks for, set when the order starts. */
  variables: z.record(z.string(), z.string()).default({}),
  /** When the products are due; shown to the operator. */
  due: z.iso.datetime({ offset: true, error: 'must be a date and time such as 2026-11-21T06:00:00Z' }).optional(),
  start: z.enum(ORDER_STARTS, `must be one of ${ORDER_STARTS.join(', ')}`).default('automatic'),
});

/** An order of an ERP or MES (extension): what is to be printed, how often, and on which printers. */
export const newOrderSchema = orderParts.superRefine((order, context) => {
  for (const [key, message] of contradictions(order)) context.addIssue({ code: 'custom', path: [key], message });
});
export type NewOrder = z.output<typeof newOrderSchema>;

/** The parts of an order that its stored document holds. */
export const storedOrderSchema = orderParts.omit({ printers: true, start: true });

/** The identifier that the client gives to an order. */
export const orderIdSchema = newNameSchema;

const count = z.number().int();

/** An order in the list. Counts are those of the ledger, with reprints. */
export const orderSchema = z.object({
  id: z.string(),
  state: orderStateSchema,
  /** Why it is refused, cancelled, or waits. */
  reason: z.string().optional(),
  ...newOrderSchema.shape,
  /** Prints that were asked for, and prints that printers confirmed. */
  asked: count,
  printed: count,
  /** Prints given to devices that cannot confirm them. */
  handedOver: count,
  /** Prints of which it is unknown whether they were made. */
  unknown: count,
  /** The folder and file that it came from. */
  folder: z.string().optional(),
  file: z.string().optional(),
  /** Who started it; absent for an automatic start. */
  operator: z.string().optional(),
  /** ISO 8601. */
  created: z.string(),
  started: z.string().optional(),
  ended: z.string().optional(),
});
export type PrintOrder = z.output<typeof orderSchema>;

/** A job of an order, with its own counts. */
const orderJobSchema = z.object({
  id: z.string(),
  printer: z.string(),
  state: z.enum(['queued', 'done', 'aborted', 'deselected']),
  printed: count,
  handedOver: count,
  unknown: count,
});

/** An order with its jobs and the verdicts of readers on its prints. */
export const orderDetailSchema = orderSchema.extend({
  /** Prints that a reader found right. */
  verified: count,
  /** Prints that a reader found wrong or could not read. */
  rejected: count,
  jobs: z.array(orderJobSchema),
});
export type OrderDetail = z.output<typeof orderDetailSchema>;

const statesText = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(ORDER_STATES, `must be a list of ${ORDER_STATES.join(', ')}`)));

/** Which orders to list. `states` is a list with commas. */
export const ordersQuerySchema = z.object({ states: statesText.optional(), printer: z.string().optional(), ...paging });
export type OrdersQuery = z.output<typeof ordersQuerySchema>;

/** A page of orders, newest first; `next` is null on the last page. */
export const ordersPageSchema = z.object({ orders: z.array(orderSchema), next: nextPage });
export type OrdersPage = z.output<typeof ordersPageSchema>;

/** Start an order. `replace` ends the jobs that its printers have. */
export const orderStartSchema = z.strictObject({ replace: z.boolean('must be true or false').default(false) });

/** Cancel an order; its jobs end. */
export const orderCancelSchema = z.strictObject({ reason: z.string().max(1_000, 'must have at most 1 000 characters').default('') });

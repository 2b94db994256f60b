import { z } from 'zod';
import { command, feed } from './operation.ts';
import { onPrinter } from './on-connection.ts';

/** A printer of a line, by its connection and its name there. It stays in its line while its controller is away. */
export type LinePrinter = z.infer<typeof onPrinter>;

export const lineSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** In the order in which they stand on the monitor. */
  printers: z.array(onPrinter),
});
/** A group of printers, of one controller or of several, in an order that people give it. A printer is in one line at most. */
export type Line = z.infer<typeof lineSchema>;

/** Lines are few and change by hand only: every change tells all of them, in their order. */
const linesEventSchema = z.discriminatedUnion('type', [z.object({ type: z.literal('snapshot'), lines: z.array(lineSchema) })]);
export type LinesEvent = z.infer<typeof linesEventSchema>;

const content = z.object({
  name: z.string().trim().min(1, 'must not be empty').max(255),
  /** A printer that is in another line leaves it. */
  printers: z.array(onPrinter).max(10_000),
});
export type LineContent = z.infer<typeof content>;

export const linesContract = {
  watch: feed(z.object({}), linesEventSchema),
  add: command(content, lineSchema),
  change: command(content.extend({ id: z.string() }), z.object({})),
  /** Every line, in the order that is wanted. */
  order: command(z.object({ ids: z.array(z.string()) }), z.object({})),
  /** Its printers stand under their connection again. */
  remove: command(z.object({ id: z.string() }), z.object({})),
};

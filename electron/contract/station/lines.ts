import { z } from 'zod';
import { command, feed } from './operation.ts';
import { printerInput } from './operation-input.ts';

/** A printer of a line, by connection and name. It stays in its line while its controller is offline. */
export type LinePrinter = z.infer<typeof printerInput>;

export const lineSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** In the order of the monitor page. */
  printers: z.array(printerInput),
});
/** A production line: a group of printers of any controllers, in an order that people choose. A printer is in one line at most. */
export type Line = z.infer<typeof lineSchema>;

/** Every event has all lines in their order: lines are few and change seldom. */
const linesEventSchema = z.discriminatedUnion('type', [z.object({ type: z.literal('snapshot'), lines: z.array(lineSchema) })]);
export type LinesEvent = z.infer<typeof linesEventSchema>;

const content = z.object({
  name: z.string().trim().min(1, 'must not be empty').max(255),
  /** A printer of another line leaves that line. */
  printers: z.array(printerInput).max(10_000),
});
export type LineContent = z.infer<typeof content>;

export const linesContract = {
  watch: feed(z.object({}), linesEventSchema),
  add: command(content, lineSchema),
  change: command(content.extend({ id: z.string() }), z.object({})),
  /** `ids` names every line in the new order. */
  order: command(z.object({ ids: z.array(z.string()) }), z.object({})),
  /** Its printers are then listed by their connection; its changeovers and handover notes are deleted. */
  remove: command(z.object({ id: z.string() }), z.object({})),
};

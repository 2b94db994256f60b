import { z } from 'zod';
import { command, feed } from './operation.ts';
import { printerInput } from './operation-input.ts';

/** A printer of a line, by connection and name. It stays in its line while its controller is offline. */
export type LinePrinter = z.infer<typeof printerInput>;

/** A controller's line, by connection and name. */
const controllerLineRefSchema = z.object({ connection: z.string(), name: z.string() });
export type ControllerLineRef = z.infer<typeof controllerLineRefSchema>;

/** `printers`: those that it had when it was last read. */
const includedLineSchema = controllerLineRefSchema.extend({ printers: z.array(z.string()) });
export type IncludedLine = z.infer<typeof includedLineSchema>;

export const lineSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** In the order of the monitor page; the printers of the controllers' lines are among them. */
  printers: z.array(printerInput),
  /** The controllers' lines that belong to it. */
  controllerLines: z.array(includedLineSchema).default([]),
});
/**
 * A production line: a group of printers of any controllers, in an order that people choose. A printer is in one line at most, and so is a
 * controller's line.
 */
export type Line = z.infer<typeof lineSchema>;

/** Every event has all lines in their order: lines are few and change seldom. */
const linesEventSchema = z.discriminatedUnion('type', [z.object({ type: z.literal('snapshot'), lines: z.array(lineSchema) })]);
export type LinesEvent = z.infer<typeof linesEventSchema>;

const content = z.object({
  name: z.string().trim().min(1, 'must not be empty').max(255),
  /** A printer of another line leaves that line. */
  printers: z.array(printerInput).max(10_000),
  /** Their printers belong to the line, too. A controller's line of another line leaves that line with its printers. */
  controllerLines: z.array(controllerLineRefSchema).max(500).default([]),
});
export type LineContent = z.infer<typeof content>;

export const linesContract = {
  watch: feed(z.object({}), linesEventSchema),
  add: command('configure', content, lineSchema),
  change: command('configure', content.extend({ id: z.string() }), z.object({})),
  /** `ids` names every line in the new order. */
  order: command('configure', z.object({ ids: z.array(z.string()) }), z.object({})),
  /** Its printers are then listed by their connection; its changeovers and handover notes are deleted. */
  remove: command('configure', z.object({ id: z.string() }), z.object({})),
};

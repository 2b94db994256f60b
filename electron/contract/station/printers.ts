import { z } from 'zod';
import { heldMessagesSchema, nextMessageSchema, printerMessagesSchema } from '../api-v3/device-message.ts';
import { engineKindSchema } from '../api-v3/engine.ts';
import { foundPrintersSchema } from '../api-v3/found-printer.ts';
import { triggerResultSchema } from '../api-v3/print-job.ts';
import { statedReasonSchema } from '../api-v3/print.ts';
import { printerDetailSchema, printerTestSchema } from '../api-v3/printer-configuration.ts';
import { documentSchema } from './document.ts';
import { expectedContent } from './expected-content.ts';
import { connectionInput, idempotencyInput, printerInput } from './operation-input.ts';
import { command, query } from './operation.ts';

/** The label of a test print, of any format, and the table row for its columns. */
const testPrintContentSchema = z.object({
  labelData: documentSchema,
  row: z.object({ tableName: z.string(), keyColumn: z.string(), key: z.string() }).optional(),
});
export type TestPrintContent = z.infer<typeof testPrintContentSchema>;

/**
 * Extension: the printers of a controller and their configurations. A configuration is passed on unchanged: its controller names the fields at
 * fault.
 */
export const printersContract = {
  /** The kinds of engines that the controller has. */
  kinds: query(connectionInput, z.array(engineKindSchema)),
  detail: query(printerInput, printerDetailSchema),
  /**
   * Adds a printer or replaces its configuration; `expected` is the configuration that the person saw. While a job is selected it fails with
   * `in-use`, or takes effect after the job if `afterJob` is true: the result is then `deferred`.
   */
  put: command(
    'configure',
    printerInput.extend({ configuration: documentSchema, afterJob: z.boolean().default(false), ...expectedContent }),
    z.object({ result: z.enum(['created', 'changed', 'deferred']) }),
  ),
  /** Its prints and its history stay. `reason` is for the station's event log. */
  remove: command('configure', printerInput.extend({ reason: statedReasonSchema }), z.object({})),
  setEnabled: command('configure', printerInput.extend({ isEnabled: z.boolean() }), z.object({})),
  /** Everything that is stored under the old name moves to the new one, also its place in a line of this station. */
  rename: command('configure', printerInput.extend({ newName: z.string() }), z.object({})),
  /** Accepts the device that answers instead of the known one. */
  acceptDevice: command('decide', printerInput.extend(idempotencyInput), z.object({})),
  /** Discards the configuration that waits for the end of a job. */
  discardPending: command('decide', printerInput, z.object({})),
  /** Prints a label with the values of now, or a built-in picture, as a test. */
  testPrint: command(
    'print',
    printerInput.extend({ ...idempotencyInput, content: testPrintContentSchema.optional() }),
    triggerResultSchema,
  ),
  /**
   * Connects to the device of a configuration that need not be stored, and reads its status. Prints nothing. With `printer` it is another
   * configuration of this printer, whose stored password is used if none is given.
   */
  test: query(connectionInput.extend({ configuration: documentSchema, printer: z.string().optional() }), printerTestSchema),
  /** Searches the controller's network for printers that announce themselves, which takes some seconds. */
  search: query(connectionInput, foundPrintersSchema),
  /** The messages of a printer that draws on board, by label. */
  messages: query(printerInput, printerMessagesSchema),
  /**
   * Replaces the messages of a printer, which are passed on unchanged; `expected` are those that the person saw. `label` is the label whose
   * message was changed, for the station's event log.
   */
  putMessages: command(
    'configure',
    printerInput.extend({ messages: documentSchema, expected: documentSchema, label: z.string() }),
    z.object({}),
  ),
  /** What the device holds, if it can say. */
  heldMessages: query(printerInput, heldMessagesSchema),
  /** What the next print sends to a printer that draws on board. */
  nextMessage: query(printerInput, nextMessageSchema),
};

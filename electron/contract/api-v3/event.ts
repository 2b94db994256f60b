import { z } from 'zod';
import { clockStateSchema } from './clock.ts';
import { PRINTER_STATES } from './printer-states.ts';
import { printStateSchema } from './print.ts';
import { VERDICTS } from './verification.ts';
import { wholeNumberIn } from './whole-number.ts';

/** When the event was emitted, ISO 8601. */
const at = z.string();
const name = z.string();
const printer = z.string();

function namedEvent<const Type extends string>(type: Type) {
  return z.object({ type: z.literal(type), at, name });
}

function renamedEvent<const Type extends string>(type: Type) {
  return z.object({ type: z.literal(type), at, name, to: z.string() });
}

function printerEvent<const Type extends string>(type: Type) {
  return z.object({ type: z.literal(type), at, printer });
}

function fontEvent<const Type extends string>(type: Type) {
  return z.object({ type: z.literal(type), at, family: z.string(), style: z.string() });
}

const EVENTS = [
  namedEvent('label:changed'),
  namedEvent('label:removed'),
  renamedEvent('label:renamed'),
  namedEvent('table:changed'),
  namedEvent('table:removed'),
  renamedEvent('table:renamed'),
  namedEvent('variable:changed'),
  namedEvent('variable:removed'),
  renamedEvent('variable:renamed'),
  namedEvent('counter:changed'),
  /** The counter passed a bound and continues at the other one. */
  namedEvent('counter:wrapped'),
  namedEvent('counter:removed'),
  renamedEvent('counter:renamed'),
  namedEvent('shift-code:changed'),
  namedEvent('shift-code:removed'),
  renamedEvent('shift-code:renamed'),
  fontEvent('font:changed'),
  fontEvent('font:removed'),
  z.object({ type: z.literal('settings:changed'), at }),
  /** A block of further prints was set or lifted. */
  z.object({ type: z.literal('print-blocks:changed'), at }),
  /** A device with inputs and outputs of the line was added, changed, removed, connected or lost. */
  z.object({ type: z.literal('signal-devices:changed'), at }),
  /** An input of the line changed, or was read for the first time. */
  z.object({
    type: z.literal('line-input:changed'),
    ...{ at, device: name, input: name, printer: printer.optional(), isOn: z.boolean() },
    kind: z.enum(['line-running', 'external-stop', 'acknowledge']),
  }),
  /** A line was added, changed, renamed or removed, or was stopped or resumed. */
  z.object({ type: z.literal('controller-lines:changed'), at }),
  /** A line does something else than before, or a person has stated the reason of one of its stops. */
  namedEvent('line-period:changed'),
  /** An order was added, changed, started, closed or refused. */
  z.object({ type: z.literal('order:changed'), at, id: z.string() }),
  /** A folder of orders was added, changed or removed, or a file in it was taken or refused. */
  namedEvent('order-folder:changed'),
  printerEvent('printer-settings:changed'),
  /** A printer was added, configured, enabled or disabled. */
  printerEvent('printer:changed'),
  printerEvent('printer:removed'),
  renamedEvent('printer:renamed'),
  z.object({ type: z.literal('clock:changed'), at, state: clockStateSchema }),
  z.object({ type: z.literal('disk:changed'), at, isFull: z.boolean(), isReadOnly: z.boolean(), isOutOfFiles: z.boolean() }),
  z.object({ type: z.literal('printer:state'), at, printer, state: z.enum(PRINTER_STATES) }),
  /** Errors, ink or conveyor of a printer changed. */
  printerEvent('printer:condition'),
  /** A job was queued, ended, moved or removed, or prints another version of its label. The progress of a job follows from its prints. */
  printerEvent('queue:changed'),
  /** The result of a print; a later event may resolve `unknown`. */
  z.object({
    type: z.literal('print:settled'),
    ...{
      at,
      printer,
      id: z.number().int(),
      job: z.string(),
      state: printStateSchema.extract(['printed', 'handed-over', 'void', 'unknown']),
    },
  }),
  /** A reader was added, configured or removed, or its connection was made or lost. */
  z.object({ type: z.literal('reader:changed'), at, name, printer }),
  /** The result of a reader. Without `id` it belongs to no print. */
  z.object({
    type: z.literal('verification:result'),
    ...{ at, printer, id: z.number().int().optional(), verdict: z.enum([...VERDICTS, 'unmatched']) },
    /** A product without a code passed the reader where no print was expected. */
    isBlank: z.literal(true).optional(),
  }),
  /** More prints were not verified than a limit of the reader allows: that many in a row, or of the most recent ones. */
  z.object({
    type: z.literal('verification:limit-exceeded'),
    ...{ at, printer, reader: z.string(), limit: z.enum(['consecutive', 'recent']) },
  }),
  /** A person has stated whether the first print of a job is right. */
  printerEvent('first-print:checked'),
  printerEvent('trigger:bounced'),
  /** A missed trigger: a product passed, or `products` did, and nothing was printed on it. */
  z.object({
    type: z.literal('trigger:missed'),
    ...{ at, printer, reason: z.string(), products: z.number().int().optional() },
    /** No job was selected. */
    isIdle: z.literal(true).optional(),
  }),
] as const;

/** A durable change in the controller (extension). The event names what to read again; it does not contain the new data. */
export const eventSchema = z.discriminatedUnion('type', EVENTS);
export type ControllerEvent = z.infer<typeof eventSchema>;
/** The type of an event. */
export type EventType = ControllerEvent['type'];

/** The types of all events. */
export const EVENT_TYPES: readonly EventType[] = EVENTS.map(({ shape }) => shape.type.value);

/**
 * Events were missed; read again everything that you follow. `other-run`: the given id belongs to an earlier run of the controller.
 * `forgotten`: the events after it are no longer stored, or the reader was too slow.
 */
export const eventGapSchema = z.object({ type: z.literal('gap'), reason: z.enum(['other-run', 'forgotten']), next: z.number().int() });
export type EventGap = z.infer<typeof eventGapSchema>;

/** The first event of a stream, repeated as the query says. Everything before it has been sent; the next event has the number `next`. */
export const keepAliveSchema = z.object({ type: z.literal('keep-alive'), next: z.number().int() });
export type KeepAlive = z.infer<typeof keepAliveSchema>;

/** The longest silence of an event stream, in milliseconds: shorter than the idle timeouts of proxies and clients. */
export const LONGEST_SILENCE = 15_000;

/** Query of the event stream. */
export const eventsQuerySchema = z.object({
  types: z.string().optional().describe('Only events of these types, separated by commas; by default all types.'),
  keepAlive: wholeNumberIn({ least: 250, most: LONGEST_SILENCE })
    .optional()
    .describe('Milliseconds between two `keep-alive` events, whatever else is sent; by default one is sent after 15 s of silence.'),
});

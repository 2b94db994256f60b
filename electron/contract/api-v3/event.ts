import { z } from 'zod';
import { clockStateSchema } from './clock.ts';
import { PRINTER_STATES } from './printer-states.ts';
import { printStateSchema } from './print.ts';

/** When it was told, ISO 8601. */
const at = z.string();
const name = z.string();
const printer = z.string();

function namedFact<const Type extends string>(type: Type) {
  return z.object({ type: z.literal(type), at, name });
}

function renamedFact<const Type extends string>(type: Type) {
  return z.object({ type: z.literal(type), at, name, to: z.string() });
}

function printerFact<const Type extends string>(type: Type) {
  return z.object({ type: z.literal(type), at, printer });
}

function fontFact<const Type extends string>(type: Type) {
  return z.object({ type: z.literal(type), at, family: z.string(), style: z.string() });
}

const FACTS = [
  namedFact('label:changed'),
  namedFact('label:removed'),
  renamedFact('label:renamed'),
  namedFact('table:changed'),
  namedFact('table:removed'),
  renamedFact('table:renamed'),
  namedFact('variable:changed'),
  namedFact('variable:removed'),
  renamedFact('variable:renamed'),
  namedFact('counter:changed'),
  /** It went beyond a bound, and begins again at the other one. */
  namedFact('counter:wrapped'),
  namedFact('counter:removed'),
  renamedFact('counter:renamed'),
  namedFact('shift-code:changed'),
  namedFact('shift-code:removed'),
  renamedFact('shift-code:renamed'),
  fontFact('font:changed'),
  fontFact('font:removed'),
  z.object({ type: z.literal('settings:changed'), at }),
  printerFact('printer-settings:changed'),
  z.object({ type: z.literal('clock:changed'), at, state: clockStateSchema }),
  z.object({ type: z.literal('disk:changed'), at, isFull: z.boolean(), isReadOnly: z.boolean(), isOutOfFiles: z.boolean() }),
  z.object({ type: z.literal('printer:state'), at, printer, state: z.enum(PRINTER_STATES) }),
  /** A job was queued, ended, moved or taken away. How far a job is follows from its prints. */
  printerFact('queue:changed'),
  /** What became of a print; `unknown` may be followed by what was found out later. */
  z.object({
    type: z.literal('print:settled'),
    ...{ at, printer, id: z.number().int(), job: z.string(), state: printStateSchema.extract(['printed', 'void', 'unknown']) },
  }),
  printerFact('trigger:bounced'),
  /** A product passed and nothing was printed on it: a gap of the printer. */
  z.object({ type: z.literal('trigger:missed'), at, printer, reason: z.string() }),
] as const;

/** What has happened in the controller, and is durable (extension). It names what to read again, and does not replace the reading. */
export const eventSchema = z.discriminatedUnion('type', FACTS);
export type ControllerEvent = z.infer<typeof eventSchema>;
export type EventType = ControllerEvent['type'];

export const EVENT_TYPES: readonly EventType[] = FACTS.map(({ shape }) => shape.type.value);

/**
 * Events were missed: read again what is followed. `other-run`: the id that was named is not of this run of the controller. `forgotten`: the
 * events behind it are not kept any more, or the reader was too slow for them.
 */
export const eventGapSchema = z.object({ type: z.literal('gap'), reason: z.enum(['other-run', 'forgotten']), next: z.number().int() });
export type EventGap = z.infer<typeof eventGapSchema>;

/** Comes first, and whenever nothing else came for a while. The next event has the number `next`. */
export const keepAliveSchema = z.object({ type: z.literal('keep-alive'), next: z.number().int() });
export type KeepAlive = z.infer<typeof keepAliveSchema>;

export const eventsQuerySchema = z.object({
  types: z.string().optional().describe('Only events of these types, separated by commas; all when left out.'),
});

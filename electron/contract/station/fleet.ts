import { z } from 'zod';
import { printCountersSchema } from '../api-v3/print-counters.ts';
import { printerPropertiesSchema, printerStatusSchema } from '../api-v3/printer.ts';
import { feed } from './operation.ts';

/** A printer's status; `unknown` holds what another controller said beyond this contract (fields, states, words), as it said it. */
export const fleetStatusSchema = printerStatusSchema.extend({ unknown: z.record(z.string(), z.unknown()).optional() });
export type FleetStatus = z.infer<typeof fleetStatusSchema>;

/**
 * One printer as the station last saw it. `status` and `counters` are the last values known; whether they are live is for
 * `lastContact` to say.
 */
export const fleetPrinterSchema = z.object({
  /** Identifier of the connection. */
  connection: z.string(),
  name: z.string(),
  properties: printerPropertiesSchema,
  status: fleetStatusSchema.nullable(),
  counters: printCountersSchema.nullable(),
  /** When status and counters were last answered, milliseconds since the epoch; null = never. */
  lastContact: z.number().nullable(),
  /** Polls in a row that were not answered. */
  missedPolls: z.number().int(),
  /** True once the values must not be shown as live: three missed polls, 5 s, or a connection that is lost. */
  stale: z.boolean(),
  /** Why the last poll failed. */
  reason: z.string().nullable(),
});
export type FleetPrinter = z.infer<typeof fleetPrinterSchema>;

/** Prints per minute of one printer, oldest first, the last half hour at most; null = nobody knows, which is not zero. */
const printerRatesSchema = z.object({ connection: z.string(), name: z.string(), perMinute: z.array(z.number().int().nullable()) });
export type PrinterRates = z.infer<typeof printerRatesSchema>;

const minuteRateSchema = z.object({ connection: z.string(), name: z.string(), perMinute: z.number().int().nullable() });
export type MinuteRate = z.infer<typeof minuteRateSchema>;

export const fleetEventSchema = z.discriminatedUnion('type', [
  /** `rates` is there for those that a minute is known of. */
  z.object({
    type: z.literal('snapshot'),
    printers: z.array(fleetPrinterSchema),
    rates: z.array(printerRatesSchema).optional(),
    now: z.number(),
  }),
  z.object({ type: z.literal('changed'), printer: fleetPrinterSchema }),
  z.object({ type: z.literal('removed'), connection: z.string(), name: z.string() }),
  /** Nothing changed, but the printers of this connection answered: their age is measured from `at`. */
  z.object({ type: z.literal('answered'), connection: z.string(), at: z.number() }),
  /** A minute ended: one more for the rates of these printers. */
  z.object({ type: z.literal('minute'), rates: z.array(minuteRateSchema) }),
]);
export type FleetEvent = z.infer<typeof fleetEventSchema>;

export const fleetContract = { watch: feed(z.object({}), fleetEventSchema) };

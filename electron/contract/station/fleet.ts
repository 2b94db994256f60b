import { z } from 'zod';
import { printCountersSchema } from '../api-v3/print-counters.ts';
import { printerPropertiesSchema, printerStatusSchema } from '../api-v3/printer.ts';
import { lastSelectionSchema } from './last-selection.ts';
import { feed } from './operation.ts';

/** A printer's status. `unknown` has the fields and values of another controller that are not in this contract, unchanged. */
export const fleetStatusSchema = printerStatusSchema.extend({ unknown: z.record(z.string(), z.unknown()).optional() });
export type FleetStatus = z.infer<typeof fleetStatusSchema>;

/**
 * A printer as the station last saw it. `status` and `counters` are the last known values; `lastContact` and `stale` say whether they are live.
 */
export const fleetPrinterSchema = z.object({
  /** Identifier of the connection. */
  connection: z.string(),
  name: z.string(),
  properties: printerPropertiesSchema,
  status: fleetStatusSchema.nullable(),
  counters: printCountersSchema.nullable(),
  /** The job that this station selected last; present only on a controller that does not report the selected job. */
  lastSelection: lastSelectionSchema.optional(),
  /** When status and counters were last answered, milliseconds since the epoch; null = never. */
  lastContact: z.number().nullable(),
  /** Polls in a row that were not answered. */
  missedPolls: z.number().int(),
  /** The values must not be shown as live: after three missed polls, after 5 s, or when the connection is lost. */
  stale: z.boolean(),
  /** Why the last poll failed. */
  reason: z.string().nullable(),
});
export type FleetPrinter = z.infer<typeof fleetPrinterSchema>;

/** Prints per minute of a printer, oldest first, for the last half hour at most; null = unknown, which is not zero. */
const printerRatesSchema = z.object({ connection: z.string(), name: z.string(), perMinute: z.array(z.number().int().nullable()) });
export type PrinterRates = z.infer<typeof printerRatesSchema>;

const minuteRateSchema = z.object({ connection: z.string(), name: z.string(), perMinute: z.number().int().nullable() });
export type MinuteRate = z.infer<typeof minuteRateSchema>;

export const fleetEventSchema = z.discriminatedUnion('type', [
  /** `rates` has the printers with at least one recorded minute. */
  z.object({
    type: z.literal('snapshot'),
    printers: z.array(fleetPrinterSchema),
    rates: z.array(printerRatesSchema).optional(),
    now: z.number(),
  }),
  z.object({ type: z.literal('changed'), printer: fleetPrinterSchema }),
  z.object({ type: z.literal('removed'), connection: z.string(), name: z.string() }),
  /** All printers of this connection answered without a change: their age is measured from `at`. */
  z.object({ type: z.literal('answered'), connection: z.string(), at: z.number() }),
  /** The rates of the minute that ended. */
  z.object({ type: z.literal('minute'), rates: z.array(minuteRateSchema) }),
]);
export type FleetEvent = z.infer<typeof fleetEventSchema>;

export const fleetContract = { watch: feed(z.object({}), fleetEventSchema) };

import { z } from 'zod';

/** The most printers that one search lists. */
export const MAX_FOUND = 64;

const text = z.string().min(1).max(255);

/** A printer that announces itself on the network (extension). Everything in it is what the device says: nothing was checked. */
export const foundPrinterSchema = z.object({
  /**
   * The kind of engine that fits. Absent for a device that takes data on a raw port and does not name its language: a person decides whether
   * it understands ZPL.
   */
  kind: z.enum(['zpl', 'ipp']).optional(),
  /** The name by which it announces itself. */
  name: text,
  /** Its IP address. */
  host: text,
  port: z.number().int().min(1).max(65_535),
  /** Its address for the engine `ipp`. */
  url: z.string().max(1_000).optional(),
  /** Maker and model. */
  model: text.optional(),
  /** Where it is, as entered on the device. */
  location: text.optional(),
});
export type FoundPrinter = z.infer<typeof foundPrinterSchema>;

/** By name. */
export const foundPrintersSchema = z.array(foundPrinterSchema).max(MAX_FOUND);

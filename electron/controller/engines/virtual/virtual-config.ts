import { z } from 'zod';
import { printerPropertiesSchema } from '#contract/api-v3/printer.ts';
import { EngineConfigError } from '../engine-config-error.ts';

/** Config of a virtual engine, as its printer's row keeps it. */
export const virtualConfigSchema = z.strictObject({
  properties: printerPropertiesSchema.omit({ id: true }),
  /** How fast a label passes the head, in mm/s. */
  lineSpeed: z.number().positive().default(500),
  /** Prints that the device holds, the one being marked included. */
  bufferDepth: z.number().int().min(1).default(8),
  /** Milliseconds from power on to STARTED. */
  warmUp: z.number().min(0).default(3_000),
  /** What the device's own clock is ahead of the computer's, in milliseconds. */
  clockOffset: z.number().default(0),
  /** Dots that a full ink supply is good for. */
  dotsPerSupply: z.number().positive().default(1_000_000_000),
});
export type VirtualConfig = z.output<typeof virtualConfigSchema>;

/** Reads an engine's config. Throws an `EngineConfigError` that names the fault. */
export function parseVirtualConfig(text: string): VirtualConfig {
  const result = virtualConfigSchema.safeParse(readJson(text));
  if (!result.success) throw new EngineConfigError(`the config of a virtual engine cannot be understood: ${z.prettifyError(result.error)}`);
  return result.data;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new EngineConfigError('the config of a virtual engine is no JSON', error);
  }
}

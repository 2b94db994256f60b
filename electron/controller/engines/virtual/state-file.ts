import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { replaceInBackground } from '#storage/files/durable-file.ts';

const deviceStateSchema = z.object({
  /** Number of prints ever made. */
  marks: z.number().int().min(0),
  /** Dots left in each supply. */
  ink: z.array(z.tuple([z.string(), z.number().min(0)])),
  productsPerMinute: z.number().int().positive(),
});

/** The state of a virtual device that survives a restart. */
export type DeviceState = z.infer<typeof deviceStateSchema>;

/** Reads the state; undefined when there is none. Throws when the file is damaged. */
export function readDeviceState(file: string): DeviceState | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  return deviceStateSchema.parse(JSON.parse(text));
}

/** Writes the state atomically: a power failure leaves the old or the new file. Call one at a time. */
export async function writeDeviceState(file: string, state: DeviceState): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  await replaceInBackground(file, JSON.stringify(state));
}

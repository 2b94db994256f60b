import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { replaceBeside } from '#storage/durable-file.ts';

const deviceStateSchema = z.object({
  /** Marks ever made. */
  marks: z.number().int().min(0),
  /** Dots left in each supply. */
  ink: z.array(z.tuple([z.string(), z.number().min(0)])),
  productsPerMinute: z.number().int().positive(),
});

/** What a virtual device remembers while it is switched off. */
export type DeviceState = z.infer<typeof deviceStateSchema>;

/** Reads the state, undefined when there is none yet. Throws when the file is damaged. */
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

/** Writes the state so that a cut at any moment leaves the old or the new file, whole. One at a time. */
export async function writeDeviceState(file: string, state: DeviceState): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  await replaceBeside(file, JSON.stringify(state));
}

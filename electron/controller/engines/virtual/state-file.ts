import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

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

/** Writes the state so that a cut at any moment leaves the old or the new file, whole. */
export function writeDeviceState(file: string, state: DeviceState): void {
  replaceFile(file, JSON.stringify(state));
}

/** Puts a file in place as a whole: written beside it, made durable, then renamed. */
export function replaceFile(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  const fresh = `${file}.new`;
  const descriptor = openSync(fresh, 'w');
  try {
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(fresh, file);
}

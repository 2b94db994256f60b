import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { writeDurably } from '#storage/durable-file.ts';
import { isReadOnlyError } from '#storage/read-only-disk.ts';

const runningSchema = z.object({ url: z.url(), pid: z.number().int() });

/** Where the controller that holds a data folder can be reached. */
export type Running = z.infer<typeof runningSchema>;

const FILE = 'controller.json';
const POLL_INTERVAL = 50;

/** Says where the holder of the folder listens. A reader sees the whole file or none. */
export function writeRunningFile(folder: string, running: Running): void {
  writeDurably(join(folder, FILE), JSON.stringify(running));
}

/** Takes the file away: by its writer at the end, and by the next holder of the folder, since a killed one leaves it behind. On a read-only disk it stays. */
export async function removeRunningFile(folder: string): Promise<void> {
  await rm(join(folder, FILE), { force: true }).catch((error: unknown) => {
    if (!isReadOnlyError(error)) throw error;
  });
}

/** Reads the file of another holder; waits up to `milliseconds` for one that is still starting. Undefined when it stays silent. */
export async function readRunningFile(folder: string, milliseconds: number): Promise<Running | undefined> {
  const deadline = performance.now() + milliseconds;
  for (;;) {
    const running = await readOnce(join(folder, FILE));
    if (running || performance.now() >= deadline) return running;
    await wait(POLL_INTERVAL);
  }
}

async function readOnce(file: string): Promise<Running | undefined> {
  try {
    return runningSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code !== 'ENOENT') throw error;
    return undefined;
  }
}

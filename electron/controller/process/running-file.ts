import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { writeDurably } from '#storage/files/durable-file.ts';
import { isReadOnlyError } from '#storage/files/read-only-disk.ts';

const runningControllerSchema = z.object({ url: z.url(), pid: z.number().int() });

/** The URL of the controller that holds a data folder. */
export type RunningController = z.infer<typeof runningControllerSchema>;

const FILE = 'controller.json';
const POLL_INTERVAL = 50;

/** Writes the file atomically: a reader sees the whole file or none. */
export function writeRunningFile(folder: string, running: RunningController): void {
  writeDurably(join(folder, FILE), JSON.stringify(running));
}

/**
 * Removes the file: at the end of its writer, and by the next holder of the folder, since a killed controller leaves it. On a read-only
 * disk it stays.
 */
export async function removeRunningFile(folder: string): Promise<void> {
  await rm(join(folder, FILE), { force: true }).catch((error: unknown) => {
    if (!isReadOnlyError(error)) throw error;
  });
}

/** Reads the file of another controller; waits up to `milliseconds` for one that is still starting. Undefined when none appears. */
export async function readRunningFile(folder: string, milliseconds: number): Promise<RunningController | undefined> {
  const deadline = performance.now() + milliseconds;
  for (;;) {
    const running = await readOnce(join(folder, FILE));
    if (running || performance.now() >= deadline) return running;
    await wait(POLL_INTERVAL);
  }
}

async function readOnce(file: string): Promise<RunningController | undefined> {
  try {
    return runningControllerSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code !== 'ENOENT') throw error;
    return undefined;
  }
}

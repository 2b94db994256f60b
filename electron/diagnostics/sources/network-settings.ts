import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { controllerNetworkSchema, type ControllerNetwork } from '#contract/api-v3/network.ts';
import { networkPageSchema, type NetworkPage } from '#contract/station/network.ts';
import { START_FILE } from '#contract/station/sign-in.ts';
import { STROBE_FILE, StrobeFile } from '#storage/files/strobe-file.ts';
import { z } from 'zod';
import { RUNNING_FILE, type DataFolders } from '../model/data-folders.ts';

/** How other computers reach page and controller. Throws a `StrobeFileError` for a file that cannot be used. */
export function readNetworkSettings({ station }: DataFolders): {
  page: NetworkPage | undefined;
  controller: ControllerNetwork | undefined;
} {
  const file = new StrobeFile(join(station, STROBE_FILE));
  return { page: file.read('page', networkPageSchema), controller: file.read('controller', controllerNetworkSchema) };
}

const runningSchema = z.object({ url: z.url(), pid: z.number().int() });

/** The address and process of the controller that says that it runs; a killed one leaves its file. */
export function readRunning({ controller }: DataFolders): z.infer<typeof runningSchema> | undefined {
  if (controller === undefined) return undefined;
  const parsed = runningSchema.safeParse(jsonIn(join(controller, RUNNING_FILE)));
  return parsed.success ? parsed.data : undefined;
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error && error.code === 'ENOENT')) return undefined;
    throw error;
  }
}

/** The port of the page of a station that says that it runs; the rest of its address is a secret. */
export function readPagePort({ station }: DataFolders): number | undefined {
  const file = join(station, START_FILE);
  if (!existsSync(file)) return undefined;
  const address = /href="(http[^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1];
  return Number(URL.parse(address ?? '')?.port) || undefined;
}

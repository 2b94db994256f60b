import type { CheckedController } from '../model/context.ts';
import type { DataFolders } from '../model/data-folders.ts';
import { readRunning } from './network-settings.ts';

/** Milliseconds for one answer. */
const LIMIT = 5_000;

/** The controller that runs on the data folder, as a command asks it; undefined when none says that it runs. */
export function runningController(folders: DataFolders, key: string | undefined): CheckedController | undefined {
  const running = readRunning(folders);
  if (!running) return undefined;
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return {
    name: 'this computer',
    isLocal: true,
    get: async (path) => {
      const response = await fetch(new URL(path, running.url), { headers, redirect: 'error', signal: AbortSignal.timeout(LIMIT) });
      return { status: response.status, text: await response.text() };
    },
  };
}

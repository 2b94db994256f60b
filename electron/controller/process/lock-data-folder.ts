import { mkdir } from 'node:fs/promises';
import { lockFolder } from '#storage/files/folder-lock.ts';
import type { FolderLostError, FolderWatch } from '#storage/files/folder-watch.ts';
import { EXIT_CODES, ExitError } from './exit-codes.ts';
import { readRunningFile, removeRunningFile, type RunningController } from './running-file.ts';
import { writeLine } from '#process/write-line.ts';
import { hasData, watchDataFolder } from './watch-data-folder.ts';

const OWNER_ONLY = 0o700;
const START_PATIENCE = 10_000;

export interface LockDataFolderOptions {
  dataFolder: string;
  /** Whether a folder without data is refused. */
  isDataRequired: boolean;
  /** Whether this process only looks for the controller that holds the folder. */
  isAttaching: boolean;
  /** Called when another controller holds the folder, before its URL is printed. */
  onHeld: () => Promise<void>;
  /** Releases the lock when it is disposed. */
  resources: AsyncDisposableStack;
  /** Called when the folder, or a file that is held open in it, was moved or deleted. */
  onLost: (error: FolderLostError) => void;
}

/**
 * Locks the data folder for this process, and watches it from then on. Throws an `ExitError` when that fails. If another controller holds
 * the folder, prints its URL and ends the process.
 */
export async function lockDataFolder({ dataFolder, resources, onLost, ...options }: LockDataFolderOptions): Promise<FolderWatch> {
  if (options.isAttaching) return attach(dataFolder, options.onHeld);
  if (options.isDataRequired) requireData(dataFolder);
  await mkdir(dataFolder, { recursive: true, mode: OWNER_ONLY }).catch((error: unknown) => {
    throw new ExitError(
      EXIT_CODES.badFlags,
      `the data folder ${dataFolder} cannot be created: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  const lock = lockFolder(dataFolder);
  if (!lock) {
    const running = await readRunningFile(dataFolder, START_PATIENCE);
    if (!running) throw new ExitError(EXIT_CODES.alreadyRunning, `another controller holds ${dataFolder} and its URL is not known`);
    return endAsSecond(running, options.onHeld);
  }
  resources.defer(() => lock.release());
  const watch = watchDataFolder(dataFolder, onLost);
  resources.defer(() => watch.stop());
  await removeRunningFile(dataFolder);
  return watch;
}

/** Does not try the lock: a controller that starts at this moment would find the folder held. */
async function attach(dataFolder: string, onHeld: () => Promise<void>): Promise<never> {
  const running = await readRunningFile(dataFolder, 0);
  if (!running || !isAlive(running.pid)) throw new ExitError(EXIT_CODES.notRunning, `no controller runs on ${dataFolder}`);
  return endAsSecond(running, onHeld);
}

async function endAsSecond({ url }: RunningController, onHeld: () => Promise<void>): Promise<never> {
  await onHeld();
  await writeLine(`controller already running on ${url}`);
  process.exit(EXIT_CODES.alreadyRunning);
}

/** A killed controller leaves its file. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A controller that is restarted after its folder was lost must not begin with new data. */
function requireData(dataFolder: string): void {
  if (hasData(dataFolder)) return;
  const line =
    `there is no data in ${dataFolder}: put the folder back, or mount its disk again; ` +
    'to start with new data, start without --require-data';
  throw new ExitError(EXIT_CODES.folderLost, line);
}

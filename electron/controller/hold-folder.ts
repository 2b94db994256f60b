import { mkdir } from 'node:fs/promises';
import { lockFolder } from '#storage/folder-lock.ts';
import type { FolderLostError, FolderWatch } from '#storage/folder-watch.ts';
import type { Endings } from './endings.ts';
import { EXIT, Exit } from './exit.ts';
import { readRunningFile, removeRunningFile } from './running-file.ts';
import { say } from './say.ts';
import { hasData, watchDataFolder } from './watch-data-folder.ts';

const OWNER_ONLY = 0o700;
const START_PATIENCE = 10_000;

export interface HoldOptions {
  dataFolder: string;
  /** No new data are begun. */
  isDataRequired: boolean;
  endings: Endings;
  /** The folder, or what is held open in it, is not at its place any more. */
  onLost: (error: FolderLostError) => void;
}

/**
 * Takes the data folder for this process, and watches it from then on. Throws an `Exit` where that cannot be; ends the process where another
 * controller holds the folder and says where it listens.
 */
export async function holdFolder({ dataFolder, isDataRequired, endings, onLost }: HoldOptions): Promise<FolderWatch> {
  if (isDataRequired) requireData(dataFolder);
  await mkdir(dataFolder, { recursive: true, mode: OWNER_ONLY }).catch((error: unknown) => {
    throw new Exit(
      EXIT.badFlags,
      `the data folder ${dataFolder} cannot be made: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  const lock = lockFolder(dataFolder);
  if (!lock) {
    const running = await readRunningFile(dataFolder, START_PATIENCE);
    if (!running) throw new Exit(EXIT.alreadyRunning, `another controller holds ${dataFolder} and does not say where it listens`);
    await say(`controller already running on ${running.url}`);
    process.exit(EXIT.alreadyRunning);
  }
  endings.add(() => lock.release());
  const watch = watchDataFolder(dataFolder, onLost);
  endings.add(() => watch.stop());
  await removeRunningFile(dataFolder);
  return watch;
}

/** Whoever starts it again after its folder is gone wants it back, and no new one. */
function requireData(dataFolder: string): void {
  if (hasData(dataFolder)) return;
  const line =
    `there are no data in ${dataFolder}: put the folder back to where it was, or mount its disk again; ` +
    'to begin with new data, start without --require-data';
  throw new Exit(EXIT.folderLost, line);
}

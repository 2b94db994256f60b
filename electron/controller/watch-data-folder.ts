import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { restoreFileOf } from '#storage/backup/swap-database.ts';
import { logOf } from '#storage/empty-log.ts';
import { LOCK_FILE } from '#storage/folder-lock.ts';
import { FolderWatch, type FolderLostError } from '#storage/folder-watch.ts';
import { databaseIn } from './data-folder.ts';
import { processTimers } from './engines/timers.ts';

/** Watches a data folder that this process holds, from now on. `onLost` comes once; nothing may be written by the paths of the folder then. */
export function watchDataFolder(dataFolder: string, onLost: (error: FolderLostError) => void): FolderWatch {
  const watch = new FolderWatch({
    folder: dataFolder,
    elapsed: () => performance.now(),
    after: (delay, act) => {
      const handle = processTimers.setTimeout(act, delay);
      return () => processTimers.clearTimeout(handle);
    },
    onLost,
  });
  watch.add(join(dataFolder, LOCK_FILE));
  watch.start();
  return watch;
}

/** The database is open from now on. What is returned comes before it is closed, and throws a `FolderLostError` when it is not at its place. */
export function watchDatabase(watch: FolderWatch, dataFolder: string): () => void {
  const database = databaseIn(dataFolder);
  const files = [database, logOf(database)];
  watch.add(...files);
  return () => {
    watch.check();
    watch.forget(...files);
  };
}

/** Whether a controller has worked in a folder before: a start finds its data there, or a backup that takes their place. */
export function hasData(dataFolder: string): boolean {
  const database = databaseIn(dataFolder);
  return existsSync(database) || existsSync(restoreFileOf(database));
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { restoreFileOf } from '#storage/backup/swap-database.ts';
import { walFileOf } from '#storage/wal/closed-wal.ts';
import { LOCK_FILE } from '#storage/files/folder-lock.ts';
import { FolderWatch, type FolderLostError } from '#storage/files/folder-watch.ts';
import { databaseFileIn } from '../platform/data-folder-paths.ts';
import { processTimers } from '../platform/timers.ts';

/** Watches a data folder that this process holds. `onLost` is called once; afterwards nothing may be written by path. */
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

/**
 * Watches the open database too. Call the returned function before closing the database; it throws a `FolderLostError` when the file has
 * been moved.
 */
export function watchDatabase(watch: FolderWatch, dataFolder: string): () => void {
  const database = databaseFileIn(dataFolder);
  const files = [database, walFileOf(database)];
  watch.add(...files);
  return () => {
    watch.check();
    watch.forget(...files);
  };
}

/** Whether a controller has run on the folder: it contains a database, or a backup to restore. */
export function hasData(dataFolder: string): boolean {
  const database = databaseFileIn(dataFolder);
  return existsSync(database) || existsSync(restoreFileOf(database));
}

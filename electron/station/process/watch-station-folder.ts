import { join } from 'node:path';
import { walFileOf } from '#storage/wal/closed-wal.ts';
import { LOCK_FILE } from '#storage/files/folder-lock.ts';
import { FolderWatch } from '#storage/files/folder-watch.ts';
import type { Clock } from '../platform/system-clock.ts';
import type { StationLog } from './station-log.ts';

interface StationFolder {
  folder: string;
  database: string;
  clock: Clock;
  log: StationLog;
}

/**
 * Logs when the station's data folder is moved, deleted or replaced: later changes go to the files that are still open, and are lost once these
 * are closed. The station continues, since it supervises the line's controller, which watches its own folder.
 */
export function watchStationFolder({ folder, database, clock, log }: StationFolder): FolderWatch {
  const watch = new FolderWatch({
    folder,
    elapsed: () => clock.elapsed(),
    after: (delay, act) => clock.after(delay, act),
    onLost: (error) => log.report(error),
    onBack: () => log.warn(`the data folder ${folder} is back`),
  });
  watch.add(join(folder, LOCK_FILE), database, walFileOf(database));
  watch.start();
  return watch;
}

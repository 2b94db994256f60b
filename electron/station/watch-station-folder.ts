import { join } from 'node:path';
import { logOf } from '#storage/empty-log.ts';
import { LOCK_FILE } from '#storage/folder-lock.ts';
import { FolderWatch } from '#storage/folder-watch.ts';
import type { Clock } from './clock.ts';
import type { StationLog } from './station-log.ts';

interface StationFolder {
  folder: string;
  database: string;
  clock: Clock;
  log: StationLog;
}

/**
 * Says in the log when the station's data folder is moved, deleted or replaced: what people enter from then on is kept in the files that are still
 * open, and by nobody once they are closed. The station goes on, since it keeps the line's controller running, which looks after its own folder.
 */
export function watchStationFolder({ folder, database, clock, log }: StationFolder): FolderWatch {
  const watch = new FolderWatch({
    folder,
    elapsed: () => clock.elapsed(),
    after: (delay, act) => clock.after(delay, act),
    onLost: (error) => log.report(error),
    onBack: () => log.warn(`the data folder ${folder} is at its place again`),
  });
  watch.add(join(folder, LOCK_FILE), database, logOf(database));
  watch.start();
  return watch;
}

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The databases and other files of a data folder, by their names. */
export const STATION_DATABASE = 'station.db';
export const CONTROLLER_DATABASE = 'controller.db';
/** The file with the address of the controller that runs. */
export const RUNNING_FILE = 'controller.json';

/** The folders of station and controller. */
export interface DataFolders {
  /** The folder that was named. */
  root: string;
  station: string;
  /** Undefined when there is none: the station has no controller of its own. */
  controller: string | undefined;
}

/**
 * Finds the data of station and controller: that of the controller is in `controller/` of the station's, both are in folders of one, or the
 * folder is that of a controller alone.
 */
export function findDataFolders(folder: string): DataFolders {
  const root = resolve(folder);
  const station = existsSync(join(root, STATION_DATABASE)) ? root : (firstWith(STATION_DATABASE, [join(root, 'station')]) ?? root);
  const places = [join(station, 'controller'), join(root, 'controller'), root];
  const own = join(station, 'controller');
  const controller = firstWith(CONTROLLER_DATABASE, places) ?? firstWith(RUNNING_FILE, places) ?? (existsSync(own) ? own : undefined);
  return { root, station, controller };
}

function firstWith(file: string, folders: readonly string[]): string | undefined {
  return folders.find((folder) => existsSync(join(folder, file)));
}

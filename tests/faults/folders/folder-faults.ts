import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

/** The folders of a case. `data` is the path given to the controller. */
export interface Place {
  /** Contains all files of the case. */
  parent: string;
  data: string;
  /** The real folder, if `data` is a link or a mount. */
  real: string;
}

/** A fault of a data folder, and its remedy. */
export interface Misfortune {
  name: string;
  /** Whether the controller's path leads to the folder through a link or a mount. */
  by?: 'link' | 'mount';
  /** The controller runs as a user without root's permissions. */
  isUnprivileged?: boolean;
  /** Prepares the fault shortly before it happens. */
  prepare?: (place: Place) => void;
  happen: (place: Place) => void;
  /** Where the data are afterwards; undefined if they are lost. */
  remains: (place: Place) => string | undefined;
  /** Another folder in place of the data, which must not be written to. */
  replacement?: (place: Place) => string;
  /** Restores the data to their place, as the alarm says. */
  repair?: (place: Place) => void;
}

export const copyIn = ({ parent }: Place): string => join(parent, 'copy');
const movedIn = ({ parent }: Place): string => join(parent, 'moved');
const databaseFileIn = ({ real }: Place): string => join(real, 'controller.db');
const moveBack = (place: Place): void => {
  rmSync(place.data, { recursive: true, force: true });
  renameSync(movedIn(place), place.data);
};
const repoint = (place: Place, to: string): void => {
  unlinkSync(place.data);
  symlinkSync(to, place.data);
};

export const MISFORTUNES: readonly Misfortune[] = [
  { name: 'moved', happen: (place) => renameSync(place.data, movedIn(place)), remains: movedIn, repair: moveBack },
  { name: 'deleted', happen: ({ data }) => rmSync(data, { recursive: true, force: true, maxRetries: 20 }), remains: () => undefined },
  {
    name: 'moved, with an empty folder in its place',
    happen: (place) => {
      renameSync(place.data, movedIn(place));
      mkdirSync(place.data);
    },
    remains: movedIn,
    replacement: ({ data }) => data,
    repair: moveBack,
  },
  {
    name: 'replaced by a copy',
    prepare: (place) => cpSync(place.data, copyIn(place), { recursive: true, preserveTimestamps: true }),
    happen: (place) => {
      renameSync(place.data, movedIn(place));
      renameSync(copyIn(place), place.data);
    },
    remains: movedIn,
    replacement: ({ data }) => data,
  },
  { name: 'without its database', happen: (place) => rmSync(databaseFileIn(place)), remains: () => undefined },
  {
    name: 'with a copy of its database',
    happen: (place) => {
      copyFileSync(databaseFileIn(place), `${databaseFileIn(place)}.copy`);
      renameSync(`${databaseFileIn(place)}.copy`, databaseFileIn(place));
    },
    remains: () => undefined,
  },
  { name: 'without the log of its database', happen: (place) => rmSync(`${databaseFileIn(place)}-wal`), remains: () => undefined },
  { name: 'without its lock', happen: ({ real }) => rmSync(join(real, 'lock.db')), remains: ({ real }) => real },
  {
    name: 'unmounted',
    by: 'mount',
    happen: ({ data }) => mount('umount', '-l', data),
    remains: ({ real }) => real,
    replacement: ({ data }) => data,
    repair: ({ data, real }) => mount('mount', '--bind', real, data),
  },
  {
    name: 'forbidden to the controller',
    isUnprivileged: true,
    happen: ({ real }) => chmodSync(real, 0),
    remains: ({ real }) => real,
    repair: ({ real }) => chmodSync(real, 0o700),
  },
  {
    name: 'reached by a link that now leads to an empty folder',
    by: 'link',
    happen: (place) => {
      mkdirSync(copyIn(place));
      repoint(place, copyIn(place));
    },
    remains: ({ real }) => real,
    replacement: copyIn,
    repair: (place) => repoint(place, place.real),
  },
  {
    name: 'reached by a link that now leads to a copy',
    by: 'link',
    prepare: (place) => cpSync(place.real, copyIn(place), { recursive: true, preserveTimestamps: true }),
    happen: (place) => repoint(place, copyIn(place)),
    remains: ({ real }) => real,
    replacement: copyIn,
  },
];

export function mount(...[command = '', ...words]: string[]): void {
  const { status, stderr } = spawnSync(command, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')}: ${stderr}`);
}

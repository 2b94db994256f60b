import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Where a case takes place. `data` is the path that the controller was given. */
export interface Place {
  /** Holds everything of the case. */
  parent: string;
  data: string;
  /** The folder itself, where `data` is a link or a mount. */
  real: string;
}

/** What becomes of a data folder, and how somebody puts it right. */
export interface Misfortune {
  name: string;
  /** How the path of the controller leads to the folder. */
  by?: 'link' | 'mount';
  /** The controller runs as somebody whom permissions bind. */
  isUnprivileged?: boolean;
  /** Some moments before. */
  prepare?: (place: Place) => void;
  happen: (place: Place) => void;
  /** Where the data of the run are afterwards; undefined when they are gone. */
  remains: (place: Place) => string | undefined;
  /** Where another folder is now, into which nothing may be written. */
  replacement?: (place: Place) => string;
  /** Puts the data back to their place, as the alarm says. */
  mend?: (place: Place) => void;
}

export const copyIn = ({ parent }: Place): string => join(parent, 'copy');
const movedIn = ({ parent }: Place): string => join(parent, 'moved');
const databaseIn = ({ real }: Place): string => join(real, 'controller.db');
const moveBack = (place: Place): void => {
  rmSync(place.data, { recursive: true, force: true });
  renameSync(movedIn(place), place.data);
};
const repoint = (place: Place, to: string): void => {
  unlinkSync(place.data);
  symlinkSync(to, place.data);
};

export const MISFORTUNES: readonly Misfortune[] = [
  { name: 'moved', happen: (place) => renameSync(place.data, movedIn(place)), remains: movedIn, mend: moveBack },
  { name: 'deleted', happen: ({ data }) => rmSync(data, { recursive: true, force: true, maxRetries: 20 }), remains: () => undefined },
  {
    name: 'moved, with an empty folder in its place',
    happen: (place) => {
      renameSync(place.data, movedIn(place));
      mkdirSync(place.data);
    },
    remains: movedIn,
    replacement: ({ data }) => data,
    mend: moveBack,
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
  { name: 'without its database', happen: (place) => rmSync(databaseIn(place)), remains: () => undefined },
  {
    name: 'with a copy of its database',
    happen: (place) => {
      copyFileSync(databaseIn(place), `${databaseIn(place)}.copy`);
      renameSync(`${databaseIn(place)}.copy`, databaseIn(place));
    },
    remains: () => undefined,
  },
  { name: 'without the log of its database', happen: (place) => rmSync(`${databaseIn(place)}-wal`), remains: () => undefined },
  { name: 'without its lock', happen: ({ real }) => rmSync(join(real, 'lock.db')), remains: ({ real }) => real },
  {
    name: 'unmounted',
    by: 'mount',
    happen: ({ data }) => mount('umount', '-l', data),
    remains: ({ real }) => real,
    replacement: ({ data }) => data,
    mend: ({ data, real }) => mount('mount', '--bind', real, data),
  },
  {
    name: 'forbidden to the controller',
    isUnprivileged: true,
    happen: ({ real }) => chmodSync(real, 0),
    remains: ({ real }) => real,
    mend: ({ real }) => chmodSync(real, 0o700),
  },
  {
    name: 'behind a link that leads to an empty folder now',
    by: 'link',
    happen: (place) => {
      mkdirSync(copyIn(place));
      repoint(place, copyIn(place));
    },
    remains: ({ real }) => real,
    replacement: copyIn,
    mend: (place) => repoint(place, place.real),
  },
  {
    name: 'behind a link that leads to a copy now',
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

import { join } from 'node:path';

/** Where the program that installs keeps its files, and where the data are. */
export interface UpdateFolders {
  /** Its own folder, which only root may write. */
  root: string;
  /** The folder in which the station asks for an installation. Its content is not trusted. */
  requests: string;
  /** Data folders. */
  controller: string;
  station: string;
  /** Folders with the public keys that packages are signed with. */
  keys: readonly string[];
  /** Folders below which removable disks are mounted. */
  sticks: readonly string[];
}

/** Where the Debian package installs the program. */
export const DEBIAN_PROGRAM_FOLDER = '/usr/lib/strobe';

/** The folders of the Debian package. */
export const DEBIAN_FOLDERS: UpdateFolders = {
  root: '/var/lib/strobe-update',
  requests: '/var/lib/strobe/updates',
  controller: '/var/lib/strobe/controller',
  station: '/var/lib/strobe',
  keys: ['/etc/strobe/update-keys', '/usr/share/strobe/update-keys'],
  sticks: ['/media', '/run/media'],
};

/** File names below the folders. */
export const REQUEST_FILE = 'request.json';
export const INCOMING_FOLDER = 'incoming';

export const recordFileIn = (root: string): string => join(root, 'record.json');
export const statusFileIn = (root: string): string => join(root, 'status.json');
/** The package that is being installed, while it is checked and installed. */
export const stagedPackageIn = (root: string): string => join(root, 'staged.deb');
/** The package of the version that is being replaced. */
export const oldPackageIn = (root: string): string => join(root, 'old.deb');
/** The package of the installed version, if it was installed by an update. */
export const currentPackageIn = (root: string): string => join(root, 'current.deb');
/** The package of the version before, for a roll-back that a person asks for. */
export const previousPackageIn = (root: string): string => join(root, 'previous.deb');
/** The databases as the version before the installation with this id left them. */
export const savedDataIn = (root: string, id: string): string => join(root, 'saved', id);
/** The data of the new version, when the old ones are put back. */
export const replacedDataIn = (root: string, id: string): string => join(root, 'replaced', id);
/** Space that is kept free for the way back. */
export const reserveFileIn = (root: string): string => join(root, 'reserve');
/** A folder for temporary copies. */
export const scratchIn = (root: string): string => join(root, 'scratch');

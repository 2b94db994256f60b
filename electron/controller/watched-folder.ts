/** Another folder may take the place of the data folder, and whoever finds that out has said so when these return. */
export interface WatchedFolder {
  /** Comes before anything is written into the folder by its path. Throws a `FolderLostError`. */
  check: () => void;
  /** Comes before each print: looks when the last look was some time ago. */
  lookAfterPause: () => void;
}

/**
 * Detects that another folder has replaced the data folder, for example after a remount. The loss is already reported when these methods
 * return.
 */
export interface WatchedFolder {
  /** Call before writing into the folder by its path. Throws a `FolderLostError`. */
  check: () => void;
  /** Call before each print: checks when the last check is some time ago. */
  checkAfterPause: () => void;
}

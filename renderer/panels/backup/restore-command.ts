/** Placeholder for the data folder of another controller. */
const SOME_FOLDER = 'DIR';

/**
 * The command to type on the controller's computer to restore one of its backups. `command` is the program of the controller as installed
 * there.
 */
export function restoreCommand(command: readonly string[], backup: string, folder: string = SOME_FOLDER): string[] {
  const slash = folder.includes('\\') ? '\\' : '/';
  const file = [folder, 'backups', backup].join(slash);
  return [...command.map(quoted), 'restore', quoted(file), '--data', quoted(folder)];
}

/** Quotes a path with a space. */
function quoted(path: string): string {
  return /^[\w./:\\-]+$/.test(path) ? path : `"${path}"`;
}

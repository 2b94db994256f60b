/** Stands for the folder of a controller whose data lie elsewhere. */
const SOME_FOLDER = 'DIR';

/**
 * What is typed on the computer of a controller to restore one of its backups, word for word. `command` is what the controller's program is called by
 * there.
 */
export function restoreCommand(command: readonly string[], backup: string, folder: string = SOME_FOLDER): string[] {
  const slash = folder.includes('\\') ? '\\' : '/';
  const file = [folder, 'backups', backup].join(slash);
  return [...command.map(quoted), 'restore', quoted(file), '--data', quoted(folder)];
}

/** A path with a space in it would be taken for two. */
function quoted(path: string): string {
  return /^[\w./:\\-]+$/.test(path) ? path : `"${path}"`;
}

import { removePatiently } from '../files/durable-file.ts';

/**
 * Runs work with these temporary files, and removes them afterwards. F8: if they cannot be removed after a failure, as on a memory stick that was
 * unplugged, the error names them.
 */
export async function removeOnFailure<Result>(files: readonly string[], work: () => Promise<Result>): Promise<Result> {
  let result: Result;
  try {
    result = await work();
  } catch (error) {
    const remaining = files.filter((file) => !isRemoved(file));
    if (remaining.length === 0) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${reason}; these temporary files could not be removed: ${remaining.join(', ')}`, { cause: error });
  }
  for (const file of files) removePatiently(file);
  return result;
}

function isRemoved(file: string): boolean {
  try {
    removePatiently(file);
    return true;
  } catch {
    return false;
  }
}

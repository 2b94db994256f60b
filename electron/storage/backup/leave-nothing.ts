import { removePatiently } from '../durable-file.ts';

/** Does a work that begins these files, of which none stays. F8: where they cannot be removed after a failure, as on a stick that was pulled out, it names them. */
export async function leaveNothing<Result>(files: readonly string[], work: () => Promise<Result>): Promise<Result> {
  let result: Result;
  try {
    result = await work();
  } catch (error) {
    const left = files.filter((file) => !isRemoved(file));
    if (left.length === 0) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${reason}; what was begun could not be removed: ${left.join(', ')}`, { cause: error });
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

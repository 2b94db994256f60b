import { answerOfThread } from '../threads/answer-of-thread.ts';
import type { BackupHead } from './backup-file.ts';
import { InvalidBackupError } from './backup-file.ts';
import { removeOnFailure } from './remove-on-failure.ts';
import { begunFor, type MakeBackupTask } from './make-backup.ts';
import { begunBy, type UnpackBackupTask } from './unpack-backup.ts';

const ENTRY = new URL('./backup-worker.ts', import.meta.url);

export type BackupTask = ({ kind: 'make' } & MakeBackupTask) | ({ kind: 'unpack' } & UnpackBackupTask);

/** The result of a task. An invalid backup is a result; any other error ends the thread. */
export type BackupOutcome = { head: BackupHead } | { fault: string };

/**
 * Makes or unpacks a backup in a worker thread, since every page is read and hashed. Throws the task's error. A signal terminates the thread after its
 * current call: this then throws, and the temporary files are removed.
 */
export function inBackupThread(task: BackupTask, signal?: AbortSignal): Promise<BackupHead> {
  const partial = task.kind === 'make' ? begunFor(task.file) : begunBy(task.database);
  return removeOnFailure(partial, () => answerOfThread({ entry: ENTRY, data: task, name: 'a backup', read: headIn, signal }));
}

function headIn(outcome: BackupOutcome): BackupHead {
  if ('head' in outcome) return outcome.head;
  throw new InvalidBackupError(outcome.fault);
}

import { Worker } from 'node:worker_threads';
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
  return removeOnFailure(partial, async () => {
    signal?.throwIfAborted();
    const worker = new Worker(ENTRY, { workerData: task });
    const end = (): void => void worker.terminate();
    signal?.addEventListener('abort', end);
    try {
      return await headFrom(worker);
    } finally {
      signal?.removeEventListener('abort', end);
    }
  });
}

function headFrom(worker: Worker): Promise<BackupHead> {
  return new Promise((resolve, reject) => {
    worker.once('message', (outcome: BackupOutcome) => {
      if ('head' in outcome) resolve(outcome.head);
      else reject(new InvalidBackupError(outcome.fault));
    });
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the thread of a backup ended with code ${code}`)));
  });
}

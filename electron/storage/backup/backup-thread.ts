import { Worker } from 'node:worker_threads';
import type { BackupHead } from './backup-file.ts';
import { NoBackupError } from './backup-file.ts';
import { leaveNothing } from './leave-nothing.ts';
import { begunFor, type MakeBackupTask } from './make-backup.ts';
import { begunBy, type UnpackBackupTask } from './unpack-backup.ts';

const ENTRY = new URL('./backup-worker.ts', import.meta.url);

export type BackupTask = ({ kind: 'make' } & MakeBackupTask) | ({ kind: 'unpack' } & UnpackBackupTask);

/** What became of a task. A file that is no backup is an outcome; everything else that fails ends the thread with its error. */
export type BackupOutcome = { head: BackupHead } | { fault: string };

/**
 * Makes or takes apart a backup in a thread of its own: every page is read and hashed meanwhile. Throws what the work throws. A signal ends the
 * thread as soon as the call returns that it is in: then this throws, and nothing stays of what was begun.
 */
export function inBackupThread(task: BackupTask, signal?: AbortSignal): Promise<BackupHead> {
  const begun = task.kind === 'make' ? begunFor(task.file) : begunBy(task.database);
  return leaveNothing(begun, async () => {
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
      else reject(new NoBackupError(outcome.fault));
    });
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the thread of a backup ended with code ${code}`)));
  });
}

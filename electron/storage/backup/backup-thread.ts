import { Worker } from 'node:worker_threads';
import type { BackupHead } from './backup-file.ts';
import { NoBackupError } from './backup-file.ts';
import type { MakeBackupTask } from './make-backup.ts';
import type { UnpackBackupTask } from './unpack-backup.ts';

const ENTRY = new URL('./backup-worker.ts', import.meta.url);

export type BackupTask = ({ kind: 'make' } & MakeBackupTask) | ({ kind: 'unpack' } & UnpackBackupTask);

/** What became of a task. A file that is no backup is an outcome; everything else that fails ends the thread with its error. */
export type BackupOutcome = { head: BackupHead } | { fault: string };

/** Makes or takes apart a backup in a thread of its own: every page is read and hashed meanwhile. Throws what the work throws. */
export function inBackupThread(task: BackupTask): Promise<BackupHead> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(ENTRY, { workerData: task });
    worker.once('message', (outcome: BackupOutcome) => {
      if ('head' in outcome) resolve(outcome.head);
      else reject(new NoBackupError(outcome.fault));
    });
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the thread of a backup ended with code ${code}`)));
  });
}

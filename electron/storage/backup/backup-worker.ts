import { parentPort, workerData } from 'node:worker_threads';
import { InvalidBackupError } from './backup-file.ts';
import type { BackupOutcome, BackupTask } from './backup-thread.ts';
import { makeBackup } from './make-backup.ts';
import { unpackBackup } from './unpack-backup.ts';

/** Worker thread: makes or unpacks one backup. */
async function work(task: BackupTask): Promise<BackupOutcome> {
  try {
    return { head: task.kind === 'make' ? await makeBackup(task) : await unpackBackup(task) };
  } catch (error) {
    if (error instanceof InvalidBackupError) return { fault: error.fault };
    throw error;
  }
}

parentPort?.postMessage(await work(workerData as BackupTask));

import { parentPort, workerData } from 'node:worker_threads';
import { exportSetup } from './export-setup.ts';
import { importSetup } from './import-setup.ts';
import { checkSetupFile } from './setup-cipher.ts';
import { InvalidSetupFileError, WrongPassphraseError, type SetupHead } from './setup-head.ts';
import type { SetupOutcome, SetupTask } from './setup-thread.ts';

/** Worker thread: makes, checks or stages one set-up file. */
async function work(task: SetupTask): Promise<SetupOutcome> {
  try {
    return { head: await headFrom(task) };
  } catch (error) {
    if (error instanceof InvalidSetupFileError) return { fault: error.fault, isPassphraseWrong: error instanceof WrongPassphraseError };
    throw error;
  }
}

function headFrom(task: SetupTask): Promise<SetupHead> {
  if (task.kind === 'export') return exportSetup(task);
  return task.kind === 'import' ? importSetup(task) : checkSetupFile(task.file);
}

parentPort?.postMessage(await work(workerData as SetupTask));

import { Worker } from 'node:worker_threads';
import type { ExportSetupTask } from './export-setup.ts';
import type { ImportSetupTask } from './import-setup.ts';
import { InvalidSetupFileError, WrongPassphraseError, type SetupHead } from './setup-head.ts';

const ENTRY = new URL('./setup-worker.ts', import.meta.url);

export type SetupTask = ({ kind: 'export' } & ExportSetupTask) | ({ kind: 'import' } & ImportSetupTask) | { kind: 'check'; file: string };

/** The result of a task. An unusable file is a result; any other error ends the thread. */
export type SetupOutcome = { head: SetupHead } | { fault: string; isPassphraseWrong: boolean };

/** Runs a task in a worker thread, since whole databases are read, encrypted and hashed. Throws the task's error. A signal ends the thread. */
export async function inSetupThread(task: SetupTask, signal?: AbortSignal): Promise<SetupHead> {
  signal?.throwIfAborted();
  const worker = new Worker(ENTRY, { workerData: task });
  const end = (): void => void worker.terminate();
  signal?.addEventListener('abort', end);
  try {
    return await headFrom(worker);
  } finally {
    signal?.removeEventListener('abort', end);
  }
}

function headFrom(worker: Worker): Promise<SetupHead> {
  return new Promise((resolve, reject) => {
    worker.once('message', (outcome: SetupOutcome) => {
      if ('head' in outcome) resolve(outcome.head);
      else reject(outcome.isPassphraseWrong ? new WrongPassphraseError() : new InvalidSetupFileError(outcome.fault));
    });
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the thread of a set-up file ended with code ${code}`)));
  });
}

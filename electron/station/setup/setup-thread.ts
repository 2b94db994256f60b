import { answerOfThread } from '#storage/threads/answer-of-thread.ts';
import type { ExportSetupTask } from './export-setup.ts';
import type { ImportSetupTask } from './import-setup.ts';
import { InvalidSetupFileError, WrongPassphraseError, type SetupHead } from './setup-head.ts';

const ENTRY = new URL('./setup-worker.ts', import.meta.url);

export type SetupTask = ({ kind: 'export' } & ExportSetupTask) | ({ kind: 'import' } & ImportSetupTask) | { kind: 'check'; file: string };

/** The result of a task. An unusable file is a result; any other error ends the thread. */
export type SetupOutcome = { head: SetupHead } | { fault: string; isPassphraseWrong: boolean };

/** Runs a task in a worker thread, since whole databases are read, encrypted and hashed. Throws the task's error. A signal ends the thread. */
export function inSetupThread(task: SetupTask, signal?: AbortSignal): Promise<SetupHead> {
  return answerOfThread({ entry: ENTRY, data: task, name: 'a set-up file', read: headIn, signal });
}

function headIn(outcome: SetupOutcome): SetupHead {
  if ('head' in outcome) return outcome.head;
  throw outcome.isPassphraseWrong ? new WrongPassphraseError() : new InvalidSetupFileError(outcome.fault);
}

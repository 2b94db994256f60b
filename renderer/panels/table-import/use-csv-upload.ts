import { onScopeDispose, ref, shallowRef } from 'vue';
import type { Problem } from '#contract/problem.ts';
import { toProblem } from '../../domain/problems/to-problem.ts';
import { sendCsv, type CsvUpload } from './send-csv.ts';

/** One upload: its progress, its failure, and how to cancel it. A new upload supersedes an earlier one. */
export function useCsvUpload() {
  /** The share that was sent, from 0 to 1. */
  const share = ref(0);
  /** Bytes of the file. */
  const size = ref(0);
  const problem = shallowRef<Problem>();
  let current: AbortController | undefined;

  /** Undefined if it failed (see `problem`) or was cancelled. */
  async function send(upload: Pick<CsvUpload, 'connection' | 'table' | 'file' | 'isNew'>): Promise<'created' | 'replaced' | undefined> {
    const mine = (current = new AbortController());
    share.value = 0;
    size.value = upload.file.size;
    problem.value = undefined;
    try {
      const outcome = await sendCsv({ ...upload, onProgress: (sent) => (share.value = sent), signal: mine.signal });
      return current !== mine || outcome === 'cancelled' ? undefined : outcome;
    } catch (error) {
      if (current === mine) problem.value = toProblem(error);
      return undefined;
    }
  }

  function stop(): void {
    current?.abort();
    current = undefined;
  }

  function forget(): void {
    stop();
    problem.value = undefined;
  }

  onScopeDispose(stop);
  return { share, size, problem, send, stop, forget };
}

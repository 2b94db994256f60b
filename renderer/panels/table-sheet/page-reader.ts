import { shallowRef } from 'vue';
import type { RowsPage } from '#contract/api-v3/table.ts';
import type { Problem } from '#contract/problem.ts';
import { toProblem } from '../../domain/problems/to-problem.ts';
import type { RowQuery } from '../../domain/tables/row-page-cache.ts';

type Read = (page: number, rowQuery: RowQuery, signal: AbortSignal) => Promise<RowsPage>;

/** Reads pages one at a time. A restart discards running reads. */
export function pageReader(read: Read) {
  const problem = shallowRef<Problem>();
  let current = new AbortController();
  let isReading = false;

  /** Undefined if it failed (see `problem`), or if the page is no longer needed. */
  async function ask(page: number, rowQuery: RowQuery): Promise<RowsPage | undefined> {
    const { signal } = current;
    isReading = true;
    try {
      const answer = await read(page, rowQuery, signal);
      return signal.aborted ? undefined : answer;
    } catch (error) {
      if (!signal.aborted) problem.value = toProblem(error);
      return undefined;
    } finally {
      if (!signal.aborted) isReading = false;
    }
  }

  /** Returns a signal that aborts at the next restart. */
  function restart(): AbortSignal {
    current.abort();
    current = new AbortController();
    return current.signal;
  }

  return { problem, ask, restart, isFree: () => !isReading && !problem.value, stop: () => current.abort() };
}

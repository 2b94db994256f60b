import { shallowRef } from 'vue';
import type { RowsPage } from '#contract/api-v3/table.ts';
import type { Problem } from '#contract/problem.ts';
import { toProblem } from '../../composables/to-problem.ts';
import type { Sought } from './kept-pages.ts';

type Read = (page: number, sought: Sought, signal: AbortSignal) => Promise<RowsPage>;

/** Reads pages one at a time. Whatever is under way when it begins anew is not wanted any more. */
export function pageReader(read: Read) {
  const problem = shallowRef<Problem>();
  let current = new AbortController();
  let isReading = false;

  /** Undefined when it failed (see `problem`), or when nobody wants the page any more. */
  async function ask(page: number, sought: Sought): Promise<RowsPage | undefined> {
    const { signal } = current;
    isReading = true;
    try {
      const answer = await read(page, sought, signal);
      return signal.aborted ? undefined : answer;
    } catch (error) {
      if (!signal.aborted) problem.value = toProblem(error);
      return undefined;
    } finally {
      if (!signal.aborted) isReading = false;
    }
  }

  /** Gives the signal by which one learns that it began anew once more. */
  function beginAnew(): AbortSignal {
    current.abort();
    current = new AbortController();
    return current.signal;
  }

  return { problem, ask, beginAnew, isFree: () => !isReading && !problem.value, stop: () => current.abort() };
}

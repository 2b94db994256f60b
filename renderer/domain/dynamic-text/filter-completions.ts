import type { Completion, CompletionList } from './completions-at.ts';

/**
 * The completions that start with the typed text, then those that contain it, also in the page's language. Empty if the only match is typed
 * already.
 */
export function filterCompletions({ typed, choices }: CompletionList, wordsOf: (completion: Completion) => string): Completion[] {
  const query = typed.trim().toLowerCase();
  const written = (completion: Completion): string =>
    (completion.kind === 'format' ? `format=${completion.label}` : completion.label).toLowerCase();
  const begin = choices.filter((completion) => written(completion).startsWith(query));
  const hold = choices.filter(
    (completion) => !begin.includes(completion) && `${written(completion)} ${wordsOf(completion)}`.toLowerCase().includes(query),
  );
  const found = [...begin, ...hold];
  const [only] = found;
  return found.length === 1 && only && written(only) === query ? [] : found;
}

import type { Completion, CompletionList } from './completions-at.ts';

/**
 * The choices that begin with what is typed, then those that have it somewhere, in their words in the page's language too. None when all
 * that could be written is written.
 */
export function narrowCompletions({ typed, choices }: CompletionList, wordsOf: (completion: Completion) => string): Completion[] {
  const sought = typed.trim().toLowerCase();
  const written = (completion: Completion): string =>
    (completion.kind === 'format' ? `format=${completion.label}` : completion.label).toLowerCase();
  const begin = choices.filter((completion) => written(completion).startsWith(sought));
  const hold = choices.filter(
    (completion) => !begin.includes(completion) && `${written(completion)} ${wordsOf(completion)}`.toLowerCase().includes(sought),
  );
  const found = [...begin, ...hold];
  const [only] = found;
  return found.length === 1 && only && written(only) === sought ? [] : found;
}

import { computed, ref } from 'vue';
import type { Ref } from 'vue';
import type { TextContext } from '../text-context.ts';
import { completionsAt, newCodeCompletions } from './completions-at.ts';
import type { Completion, CompletionList } from './completions-at.ts';
import { narrowCompletions } from './narrow-completions.ts';
import { useCompletionWords } from './use-completion-words.ts';

/** What can be written where the caret stands in a text, while that is asked for. */
export function useChoices(text: Ref<string>, context: () => TextContext) {
  const wordsOf = useCompletionWords();
  const caret = ref(0);
  const isOpen = ref(false);
  /** Where a code was asked for outside of any; undefined otherwise. */
  const askedAt = ref<number>();

  const list = computed<CompletionList | undefined>(() => {
    if (!isOpen.value) return undefined;
    return completionsAt(text.value, caret.value, context()) ?? askedList();
  });
  const choices = computed<Completion[]>(() => (list.value ? narrowCompletions(list.value, (choice) => wordsOf(choice, context())) : []));
  const lacks = computed(() => list.value?.lacks);
  const isShown = computed(() => choices.value.length > 0 || lacks.value !== undefined);

  function askedList(): CompletionList | undefined {
    const from = askedAt.value;
    if (from === undefined || caret.value < from) return undefined;
    const typed = text.value.slice(from, caret.value);
    return /^\w*$/u.test(typed) ? newCodeCompletions(typed, caret.value) : undefined;
  }

  function ask(): void {
    askedAt.value = caret.value;
    isOpen.value = true;
  }

  function close(): void {
    isOpen.value = false;
    askedAt.value = undefined;
  }

  return { caret, isOpen, list, choices, lacks, isShown, ask, close };
}

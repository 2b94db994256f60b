import { computed, ref } from 'vue';
import type { Ref } from 'vue';
import type { TextContext } from '../../../domain/dynamic-text/text-context.ts';
import { completionsAt, newCodeCompletions } from '../../../domain/dynamic-text/completions-at.ts';
import type { Completion, CompletionList } from '../../../domain/dynamic-text/completions-at.ts';
import { filterCompletions } from '../../../domain/dynamic-text/filter-completions.ts';
import { useCompletionTexts } from './use-completion-texts.ts';

/** The completions at the caret of a text while the list is open. */
export function useCompletionList(text: Ref<string>, context: () => TextContext) {
  const wordsOf = useCompletionTexts();
  const caret = ref(0);
  const isOpen = ref(false);
  /** The offset at which a new code was requested outside of any code; undefined otherwise. */
  const askedAt = ref<number>();

  const list = computed<CompletionList | undefined>(() => {
    if (!isOpen.value) return undefined;
    return completionsAt(text.value, caret.value, context()) ?? askedList();
  });
  const choices = computed<Completion[]>(() => (list.value ? filterCompletions(list.value, (choice) => wordsOf(choice, context())) : []));
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

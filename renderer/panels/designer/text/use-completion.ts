import { nextTick, ref, watch } from 'vue';
import type { Ref } from 'vue';
import type { TextContext } from '../../../domain/dynamic-text/text-context.ts';
import type { TextRange } from '../../../domain/dynamic-text/scan-codes.ts';
import type { Completion } from '../../../domain/dynamic-text/completions-at.ts';
import { applyCompletion } from '../../../domain/dynamic-text/apply-completion.ts';
import { useCompletionList } from './use-completion-list.ts';

/** A text and its field. */
export interface CompletedText {
  text: Ref<string>;
  area: Readonly<Ref<HTMLTextAreaElement | null>>;
  context: () => TextContext;
}

/** The state of the completion list: when it opens, which item is active, and how an item is inserted. */
export function useCompletion({ text, area, context }: CompletedText) {
  const { caret, isOpen, list, choices, lacks, isShown, ask, close } = useCompletionList(text, context);
  const active = ref(0);

  watch(choices, () => (active.value = 0));

  function readCaret(): void {
    caret.value = area.value?.selectionStart ?? 0;
  }

  /** Typing opens the list wherever a code can continue. */
  function onInput(): void {
    readCaret();
    isOpen.value = true;
  }

  /** Moving the caret updates an open list and does not open a closed one. */
  function onMove(): void {
    if (isOpen.value) readCaret();
  }

  function open(): void {
    area.value?.focus();
    readCaret();
    ask();
  }

  /** Selects a range of the text in its field. */
  async function select({ from, to }: TextRange): Promise<void> {
    await nextTick();
    area.value?.focus();
    area.value?.setSelectionRange(from, to);
    readCaret();
  }

  /** The list stays open if the code continues after the completion. */
  async function take(choice: Completion | undefined): Promise<void> {
    if (!choice || !list.value) return;
    const taken = applyCompletion(text.value, list.value.range, choice);
    close();
    text.value = taken.text;
    isOpen.value = !choice.isLast && !choice.select;
    await select(taken.selection);
  }

  function move(step: number): void {
    const count = choices.value.length;
    if (count > 0) active.value = (active.value + step + count) % count;
  }

  /** Handles a key of the list; returns whether it did. */
  function onKey(key: string): boolean {
    if (!isShown.value) return false;
    if (key === 'Escape') close();
    else if (choices.value.length === 0) return false;
    else if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp') move(-1);
    else if (key === 'Enter' || key === 'Tab') void take(choices.value[active.value]);
    else return false;
    return true;
  }

  return { choices, lacks, isShown, active, onInput, onMove, onKey, open, close, take, select };
}

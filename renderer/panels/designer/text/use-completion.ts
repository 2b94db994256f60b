import { nextTick, ref, watch } from 'vue';
import type { Ref } from 'vue';
import type { TextContext } from '../text-context.ts';
import type { TextRange } from './code-scan.ts';
import type { Completion } from './completions-at.ts';
import { takeCompletion } from './take-completion.ts';
import { useChoices } from './use-choices.ts';

/** A text in its field. */
export interface CompletedText {
  text: Ref<string>;
  area: Readonly<Ref<HTMLTextAreaElement | null>>;
  context: () => TextContext;
}

/** The list of what can be written where the caret stands: when it opens, what is chosen in it, and what taking a choice does. */
export function useCompletion({ text, area, context }: CompletedText) {
  const { caret, isOpen, list, choices, lacks, isShown, ask, close } = useChoices(text, context);
  const active = ref(0);

  watch(choices, () => (active.value = 0));

  function readCaret(): void {
    caret.value = area.value?.selectionStart ?? 0;
  }

  /** Typing opens the list wherever a code can go on. */
  function onInput(): void {
    readCaret();
    isOpen.value = true;
  }

  /** Where the caret only moves, an open list follows it and a closed one stays closed. */
  function onMove(): void {
    if (isOpen.value) readCaret();
  }

  function open(): void {
    area.value?.focus();
    readCaret();
    ask();
  }

  /** Selects a place of the text in its field. */
  async function select({ from, to }: TextRange): Promise<void> {
    await nextTick();
    area.value?.focus();
    area.value?.setSelectionRange(from, to);
    readCaret();
  }

  /** The list stays open where the code goes on behind the choice. */
  async function take(choice: Completion | undefined): Promise<void> {
    if (!choice || !list.value) return;
    const taken = takeCompletion(text.value, list.value.range, choice);
    close();
    text.value = taken.text;
    isOpen.value = !choice.isLast && !choice.select;
    await select(taken.selection);
  }

  function move(step: number): void {
    const count = choices.value.length;
    if (count > 0) active.value = (active.value + step + count) % count;
  }

  /** Whether the key was for the list. */
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

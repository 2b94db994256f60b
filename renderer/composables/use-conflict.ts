import { shallowRef, type ShallowRef } from 'vue';
import { problemSlug } from '#contract/problem.ts';
import { isEditConflict, toProblem } from '../domain/problems/to-problem.ts';

interface Place {
  connection: string;
  name: string;
}

/** The operator's text (`mine`), the content that the edit started from, and the content that was saved meanwhile; null = deleted. */
export interface Conflict {
  mine: object | undefined;
  base: object | null;
  theirs: object | null;
}

/**
 * Saves only over the content that the edit started from (`base`). If the content has changed meanwhile, nothing is saved and nothing typed
 * is lost: the dialog shows the current content, and the operator decides whether to replace it.
 */
export function useConflict<Value extends object>(base: ShallowRef<Value | null>, read: (place: Place) => Promise<Value>) {
  const conflict = shallowRef<{ mine: Value | undefined; base: Value | null; theirs: Value | null }>();

  /** Resolves with undefined if the content has changed meanwhile; `conflict` then has the change. */
  async function saveOver<Result>(place: Place, mine: () => Value | undefined, save: () => Promise<Result>): Promise<Result | undefined> {
    dismiss();
    try {
      return await save();
    } catch (error) {
      if (!isEditConflict(error)) throw error;
      conflict.value = { mine: mine(), base: base.value, theirs: await theirsOf(place) };
      return undefined;
    }
  }

  async function theirsOf(place: Place): Promise<Value | null> {
    try {
      return await read(place);
    } catch (error) {
      if (problemSlug(toProblem(error).type) === 'not-found') return null;
      throw error;
    }
  }

  /** The operator has seen the other change: the next save replaces it. */
  function acknowledge(): void {
    if (conflict.value) base.value = conflict.value.theirs;
    dismiss();
  }

  function dismiss(): void {
    conflict.value = undefined;
  }

  return { conflict, saveOver, acknowledge, dismiss };
}

import { shallowRef, type ShallowRef } from 'vue';
import { problemSlug } from '#contract/problem.ts';
import { isChangedMeanwhile, toProblem } from './to-problem.ts';

interface Place {
  connection: string;
  name: string;
}

/** What a person wrote, what they began from, and what somebody else saved meanwhile; null = deleted. */
export interface Conflict {
  mine: object | undefined;
  base: object | null;
  theirs: object | null;
}

/**
 * Saves over what a person began from (`base`). Where somebody else was faster nothing is saved and nothing that was typed is lost: the person is
 * shown what is there now, and it is replaced only once they say so.
 */
export function useConflict<Value extends object>(base: ShallowRef<Value | null>, read: (place: Place) => Promise<Value>) {
  const conflict = shallowRef<{ mine: Value | undefined; base: Value | null; theirs: Value | null }>();

  /** Undefined where somebody else was faster; `conflict` is what they did then. */
  async function saveOver<Result>(place: Place, mine: () => Value | undefined, save: () => Promise<Result>): Promise<Result | undefined> {
    dismiss();
    try {
      return await save();
    } catch (error) {
      if (!isChangedMeanwhile(error)) throw error;
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

  /** The person has seen theirs: the next save goes over that. */
  function acknowledge(): void {
    if (conflict.value) base.value = conflict.value.theirs;
    dismiss();
  }

  function dismiss(): void {
    conflict.value = undefined;
  }

  return { conflict, saveOver, acknowledge, dismiss };
}

import { readonly, ref, shallowRef, type Ref, type ShallowRef } from 'vue';
import type { Problem } from '#contract/problem.ts';
import { askForPerson } from './sign-in-requests.ts';
import { toProblem } from '../domain/problems/to-problem.ts';

export interface Action<Args extends unknown[], Result> {
  /** Runs the action. Resolves with undefined if it fails (see `problem`) or is already running, so that a double tap has one effect. */
  run: (...args: Args) => Promise<Result | undefined>;
  isPending: Readonly<Ref<boolean>>;
  /** Why the last run failed; cleared by the next run. */
  problem: Readonly<ShallowRef<Problem | undefined>>;
  reset: () => void;
}

/** A command with the state that its button shows. */
export function useAction<Args extends unknown[], Result>(act: (...args: Args) => Promise<Result>): Action<Args, Result> {
  const isPending = ref(false);
  const problem = shallowRef<Problem>();

  async function run(...args: Args): Promise<Result | undefined> {
    if (isPending.value) return undefined;
    isPending.value = true;
    problem.value = undefined;
    try {
      return await act(...args);
    } catch (error) {
      problem.value = toProblem(error);
      askForPerson(problem.value);
      return undefined;
    } finally {
      isPending.value = false;
    }
  }

  function reset(): void {
    problem.value = undefined;
  }

  return { run, isPending: readonly(isPending), problem, reset };
}

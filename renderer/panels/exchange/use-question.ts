import { shallowRef } from 'vue';
import type { PendingSetBack } from '../counter/use-counter-actions.ts';

/** A question that waits for a person. */
interface Question extends PendingSetBack {
  name: string;
  answer: (isAllowed: boolean) => void;
}

/** One question at a time; who asks waits for the answer. */
export function useQuestion() {
  const question = shallowRef<Question>();

  function ask(name: string, pending: PendingSetBack): Promise<boolean> {
    return new Promise((resolve) => {
      const answer = (isAllowed: boolean): void => {
        question.value = undefined;
        resolve(isAllowed);
      };
      question.value = { ...pending, name, answer };
    });
  }

  return { question, ask };
}

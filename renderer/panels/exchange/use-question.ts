import { shallowRef } from 'vue';
import type { PendingSetBack } from '../counter/use-counter-actions.ts';

/** A question that waits for a person. */
interface Question extends PendingSetBack {
  name: string;
  /** With the reason for a yes; undefined = no. */
  answer: (reason: string | undefined) => void;
}

/** One question at a time; who asks waits for the answer. */
export function useQuestion() {
  const question = shallowRef<Question>();

  function ask(name: string, pending: PendingSetBack): Promise<string | undefined> {
    return new Promise((resolve) => {
      const answer = (reason: string | undefined): void => {
        question.value = undefined;
        resolve(reason);
      };
      question.value = { ...pending, name, answer };
    });
  }

  return { question, ask };
}

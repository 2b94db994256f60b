import { shallowRef } from 'vue';
import type { PendingSetBack } from '../../domain/counters/counter-form.ts';

/** A confirmation that waits for the operator. */
interface Question extends PendingSetBack {
  name: string;
  /** Called with the reason; undefined = declined. */
  answer: (reason: string | undefined) => void;
}

/** One confirmation at a time; the caller waits for the answer. */
export function useConfirmation() {
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

import { shallowReactive } from 'vue';
import type { Problem } from '#contract/problem.ts';
import type { LinePrinter } from '#contract/station/lines.ts';
import { toProblem } from '../../domain/problems/to-problem.ts';
import { printerKey } from '../../stores/fleet/printer-key.ts';

/** What one of several printers answered. */
export type Outcome<Answer> =
  | { state: 'waiting' }
  /** `answer` is what `act` resolved with. */
  | { state: 'done'; answer: Answer }
  | { state: 'failed'; problem: Problem };

/** One command for each of several printers, all at the same time, with one outcome per printer: a silent printer holds up no other. */
export function useOutcomes<Answer>(act: (on: LinePrinter) => Promise<Answer>) {
  const outcomes = shallowReactive(new Map<string, Outcome<Answer>>());

  const find = (on: LinePrinter): Outcome<Answer> | undefined => outcomes.get(printerKey(on));
  const answerOf = (on: LinePrinter): Answer | undefined => {
    const outcome = find(on);
    return outcome?.state === 'done' ? outcome.answer : undefined;
  };

  async function send(on: LinePrinter): Promise<void> {
    const key = printerKey(on);
    if (outcomes.get(key)?.state === 'waiting') return;
    const waiting: Outcome<Answer> = { state: 'waiting' };
    // The answer to a command that was cleared meanwhile is ignored.
    const conclude = (outcome: Outcome<Answer>): void => {
      if (outcomes.get(key) === waiting) outcomes.set(key, outcome);
    };
    outcomes.set(key, waiting);
    try {
      conclude({ state: 'done', answer: await act(on) });
    } catch (error) {
      conclude({ state: 'failed', problem: toProblem(error) });
    }
  }

  const sendAll = async (printers: readonly LinePrinter[]): Promise<void> => void (await Promise.all(printers.map(send)));
  const clear = (): void => outcomes.clear();

  return { find, answerOf, sendAll, clear };
}

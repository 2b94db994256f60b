import { ProblemError } from '#contract/problem.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { KEPT_READS } from '#contract/station/last-answers.ts';
import type { Question } from './answer-store.ts';
import type { LastAnswers } from './last-answers.ts';

export interface Remembering {
  answers: LastAnswers;
  /** Whether the controller of a connection answers now. */
  isOnline: (connection: string) => boolean;
}

type Input = Record<string, unknown>;
type Handling = (input: Input, signal: AbortSignal) => Promise<unknown>;

/**
 * The same operations; a read of a controller that is away gives what it answered last, where that is kept. A controller that is there
 * and fails is told as the failure that it is: nothing old is ever given for something live.
 */
export function remembering(handlers: StationHandlers, world: Remembering): StationHandlers {
  const kept = new Set<string>(KEPT_READS);
  const nouns = Object.entries(handlers).map(([noun, verbs]) => {
    const all = Object.entries(verbs as Record<string, unknown>).map(([verb, handler]) => {
      const operation = `${noun}.${verb}`;
      return [verb, kept.has(operation) ? keeping(operation, handler as Handling, world) : handler];
    });
    return [noun, Object.fromEntries(all)];
  });
  return Object.fromEntries(nouns) as StationHandlers;
}

function keeping(operation: string, handler: Handling, { answers, isOnline }: Remembering): Handling {
  return async (input, signal) => {
    const question = questionOf(operation, input);
    if (!isOnline(question.connection)) {
      const last = await answers.recall(question);
      if (last) return last.value;
    }
    try {
      const answer = await handler(input, signal);
      if (isOnline(question.connection)) answers.remember(question, answer);
      return answer;
    } catch (error) {
      const isAway = error instanceof ProblemError && error.slug === 'controller-unreachable' && !isOnline(question.connection);
      const last = isAway ? await answers.recall(question) : undefined;
      if (last) return last.value;
      throw error;
    }
  };
}

function questionOf(operation: string, { connection, name, label, printer, ...rest }: Input): Question {
  const named = [name, label, printer].find((text) => typeof text === 'string');
  const sorted = Object.fromEntries(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { connection: String(connection), operation, name: String(named ?? ''), question: JSON.stringify(sorted) };
}

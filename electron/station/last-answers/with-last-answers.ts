import { ProblemError } from '#contract/problem.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { CACHEABLE_READS } from '#contract/station/last-answers.ts';
import { decorateHandlers, type AnyHandler } from '../platform/decorate-handlers.ts';
import type { Question } from './answer-store.ts';
import type { LastAnswers } from './last-answers.ts';

export interface LastAnswersDeps {
  answers: LastAnswers;
  /** Whether the controller of a connection is online. */
  isOnline: (connection: string) => boolean;
}

type Input = Record<string, unknown>;

/**
 * Decorates the handlers: a read of an offline controller returns its last answer, if one is stored. A failure of an online controller is thrown,
 * so that an old answer is never taken for a live one.
 */
export function withLastAnswers(handlers: StationHandlers, deps: LastAnswersDeps): StationHandlers {
  const cacheable = new Set<string>(CACHEABLE_READS);
  return decorateHandlers(handlers, ({ name }, handler) => (cacheable.has(name) ? withLastAnswer(name, handler, deps) : handler));
}

function withLastAnswer(operation: string, handler: AnyHandler, { answers, isOnline }: LastAnswersDeps): AnyHandler {
  return async (input, signal) => {
    const question = questionOf(operation, input as Input);
    if (!isOnline(question.connection)) {
      const last = await answers.recall(question);
      if (last) return last.value;
    }
    try {
      const answer = await handler(input, signal);
      if (isOnline(question.connection)) answers.remember(question, answer);
      return answer;
    } catch (error) {
      const isOffline = error instanceof ProblemError && error.slug === 'controller-unreachable' && !isOnline(question.connection);
      const last = isOffline ? await answers.recall(question) : undefined;
      if (last) return last.value;
      throw error;
    }
  };
}

function questionOf(operation: string, { connection, name, label, printer, ...rest }: Input): Question {
  const item = [name, label, printer].find((text) => typeof text === 'string');
  const sorted = Object.fromEntries(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { connection: String(connection), operation, name: String(item ?? ''), question: JSON.stringify(sorted) };
}

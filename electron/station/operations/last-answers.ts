import type { StationHandlers } from '#contract/station/index.ts';
import type { LastAnswers } from '../last-answers/last-answers.ts';

export function lastAnswersOperations(answers: LastAnswers): StationHandlers['lastAnswers'] {
  return { at: async ({ connection, read, name }) => ({ at: await answers.at({ connection, operation: read, name }) }) };
}

import type { StationHandlers } from '#contract/station/index.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function lastAnswersOperations({ lastAnswers: answers }: StationModules): StationHandlers['lastAnswers'] {
  return { at: async ({ connection, read, name }) => ({ at: await answers.at({ connection, operation: read, name }) }) };
}

import type { StationHandlers } from '#contract/station/index.ts';
import { openFeed } from '../platform/feed.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function changeoversOperations({ changeovers, permissions }: StationModules): StationHandlers['changeovers'] {
  /** The answer of a command that returns nothing. */
  const done = async (change: Promise<void>): Promise<Record<string, never>> => {
    await change;
    return {};
  };
  return {
    watch: ({ line }, signal) => openFeed(changeovers.feedOf(line), signal),
    begin: ({ line }) => changeovers.begin(line),
    endJob: (input) => done(changeovers.endJob(input)),
    count: (input) => done(changeovers.count(input)),
    leaveOut: (input) => done(changeovers.leaveOut(input)),
    confirmCounts: ({ changeover }) => done(changeovers.confirmCounts(changeover)),
    confirmClearance: ({ changeover, by, checks }) =>
      done(changeovers.confirmClearance(changeover, { by: permissions.person ?? by, checks })),
    confirmJobs: ({ changeover }) => done(changeovers.confirmJobs(changeover)),
    checkFirstPrint: (input) => done(changeovers.checkFirstPrint(input)),
    selectAgain: ({ changeover }) => done(changeovers.selectAgain(changeover)),
    finish: ({ changeover }) => done(changeovers.finish(changeover)),
    cancel: ({ changeover }) => done(changeovers.cancel(changeover)),
  };
}

import type { StationHandlers } from '#contract/station/index.ts';
import type { StationModules } from '../modules/station-modules.ts';
import { openFeed } from '../platform/feed.ts';

export function updatesOperations({ updates }: StationModules): StationHandlers['updates'] {
  return {
    watch: (_input, signal) => openFeed(updates, signal),
    search: async () => {
      updates.search();
      return {};
    },
    putAddress: async ({ address }) => {
      await updates.putAddress(address);
      return {};
    },
    install: async (input) => {
      updates.install(input);
      return {};
    },
    installNow: async () => {
      updates.installNow();
      return {};
    },
    cancel: async () => {
      updates.cancel();
      return {};
    },
    rollBack: async ({ when }) => {
      updates.rollBack(when);
      return {};
    },
  };
}

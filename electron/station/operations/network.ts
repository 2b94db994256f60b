import type { StationHandlers } from '#contract/station/index.ts';
import type { NetworkEvent } from '#contract/station/network.ts';
import { ProblemError } from '#contract/problem.ts';
import type { OwnControllerNetwork } from '../network/own-controller-network.ts';
import { openFeed, type FeedSource } from '../platform/feed.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function networkOperations({ network, ownController }: StationModules): StationHandlers['network'] {
  const source = bothOf({ network, ownController });
  return {
    watch: (_input, signal) => openFeed(source, signal),
    putPage: async ({ page }) => {
      network.put(page);
      return {};
    },
    putController: async ({ settings }) => {
      required(ownController).put(settings);
      return {};
    },
  };
}

/** The state of the page for other computers, and that of the station's own controller. */
function bothOf({ network, ownController }: Pick<StationModules, 'network' | 'ownController'>): FeedSource<NetworkEvent> {
  const snapshot = (): NetworkEvent => ({ ...network.snapshot(), controller: ownController?.snapshot() ?? null });
  return {
    snapshot,
    subscribe: (listener) => {
      const emit = (): void => listener(snapshot());
      const unsubscribes = [network.subscribe(emit), ownController?.subscribe(emit)];
      return () => unsubscribes.forEach((unsubscribe) => unsubscribe?.());
    },
  };
}

function required(ownController: OwnControllerNetwork | undefined): OwnControllerNetwork {
  if (ownController) return ownController;
  throw new ProblemError('invalid-input', { detail: 'This station has no controller of its own with a data folder.' });
}

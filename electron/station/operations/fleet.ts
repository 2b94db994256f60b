import type { StationHandlers } from '#contract/station/index.ts';
import { openFeed } from '../platform/feed.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function fleetOperations({ fleet }: StationModules): StationHandlers['fleet'] {
  return { watch: (_input, signal) => openFeed(fleet, signal) };
}

import type { StationHandlers } from '#contract/station/index.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function heartbeatOperations({ clock }: StationModules): StationHandlers['heartbeat'] {
  return { get: async () => ({ elapsed: clock.elapsed() }) };
}

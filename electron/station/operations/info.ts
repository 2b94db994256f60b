import type { StationHandlers } from '#contract/station/index.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function infoOperations({ info }: StationModules): StationHandlers['info'] {
  return { get: () => Promise.resolve(info) };
}

import { usageSchema } from '#contract/api-v3/usage.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function usageOperations({ controllers }: StationModules): StationHandlers['usage'] {
  return { read: ({ connection }) => controllers.read(connection, apiPath`/usage`, usageSchema) };
}

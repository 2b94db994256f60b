import { usageSchema } from '#contract/api-v3/usage.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';

/** Who needs what a controller keeps. */
export function usageOperations(controllers: Controllers): StationHandlers['usage'] {
  return { read: ({ connection }) => controllers.read(connection, apiPath`/usage`, usageSchema) };
}

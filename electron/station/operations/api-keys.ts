import { apiKeyListSchema, createdApiKeySchema } from '#contract/api-v3/api-key.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { StationModules } from '../modules/station-modules.ts';
import { requireExtensions } from './require-extensions.ts';

const WHAT = 'API keys';

/** Every operation throws `controller-refused` for a controller without this extension. */
export function apiKeysOperations({ controllers }: StationModules): StationHandlers['apiKeys'] {
  return {
    list: async ({ connection }) => {
      requireExtensions(controllers, connection, WHAT);
      return controllers.read(connection, apiPath`/keys`, apiKeyListSchema);
    },
    create: async ({ connection, name, rights }) => {
      requireExtensions(controllers, connection, WHAT);
      const { value } = await controllers.change(connection, { method: 'POST', path: apiPath`/keys`, json: { name, ...rights } });
      return createdApiKeySchema.parse(value);
    },
    revoke: async ({ connection, name }) => {
      requireExtensions(controllers, connection, WHAT);
      await controllers.change(connection, { method: 'DELETE', path: apiPath`/keys/${name}` });
      return {};
    },
  };
}

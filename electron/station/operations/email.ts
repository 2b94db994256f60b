import { emailSettingsSchema, emailStateSchema, emailTestSchema } from '#contract/api-v3/email.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { authorHeaders } from '../connections/command-headers.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { StationModules } from '../modules/station-modules.ts';
import { requireExtensions } from './require-extensions.ts';

const WHAT = 'e-mails';
/** Milliseconds for a test: an SMTP server may be slow to greet, and to take the e-mail. */
const TEST_LIMIT = 25_000;

/** Every operation throws `controller-refused` for a controller without this extension. */
export function emailOperations({ controllers, author }: StationModules): StationHandlers['email'] {
  return {
    get: async ({ connection }) => {
      requireExtensions(controllers, connection, WHAT);
      return controllers.read(connection, apiPath`/email`, emailSettingsSchema);
    },
    state: async ({ connection }) => {
      requireExtensions(controllers, connection, WHAT);
      return controllers.read(connection, apiPath`/email/state`, emailStateSchema);
    },
    put: async ({ connection, settings }) => {
      requireExtensions(controllers, connection, WHAT);
      await controllers.change(connection, { method: 'PUT', path: apiPath`/email`, json: settings });
      return {};
    },
    test: async ({ connection, ...request }) => {
      requireExtensions(controllers, connection, WHAT);
      const answer = await controllers.change(connection, { method: 'POST', path: apiPath`/email/test`, json: request, limit: TEST_LIMIT });
      return emailTestSchema.parse(answer.value);
    },
    acknowledge: async ({ connection, alarm }) => {
      requireExtensions(controllers, connection, WHAT);
      const headers = authorHeaders(author());
      await controllers.change(connection, { method: 'POST', path: apiPath`/email/alarms/${alarm}/acknowledge`, headers });
      return {};
    },
  };
}

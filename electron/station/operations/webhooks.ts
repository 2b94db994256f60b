import { randomBytes } from 'node:crypto';
import { recordedEventsPageSchema } from '#contract/api-v3/recorded-event.ts';
import { webhookListSchema, webhookSchema, webhookTestSchema, type Webhook } from '#contract/api-v3/webhook.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import { preconditionOf } from '../connections/current-content.ts';
import type { StationModules } from '../modules/station-modules.ts';
import { requireExtensions } from './require-extensions.ts';

const WHAT = 'webhooks';
const SECRET_BYTES = 32;
/** The most events that a controller answers at once. */
const MAX_EVENTS = 500;

/** Every operation throws `controller-refused` for a controller without this extension. */
export function webhooksOperations({ controllers }: StationModules): StationHandlers['webhooks'] {
  const change = async (connection: string, request: Parameters<typeof controllers.change>[1]) => {
    requireExtensions(controllers, connection, WHAT);
    return controllers.change(connection, request);
  };
  return {
    list: async ({ connection }) => {
      requireExtensions(controllers, connection, WHAT);
      return controllers.read(connection, apiPath`/webhooks`, webhookListSchema);
    },
    events: async ({ connection, after, kinds }) => {
      requireExtensions(controllers, connection, WHAT);
      const search = queryText({ after, limit: MAX_EVENTS, ...(kinds.length > 0 && { kinds: kinds.join(',') }) });
      return controllers.read(connection, apiPath`/events/recorded` + search, recordedEventsPageSchema);
    },
    add: async ({ connection, name, webhook }) => {
      const secret = newSecret();
      const json = { ...withoutSecret(webhook), secret };
      await change(connection, { method: 'PUT', path: apiPath`/webhooks/${name}`, json, headers: { 'if-none-match': '*' } });
      return { secret };
    },
    change: async ({ connection, name, webhook }) => {
      // A PUT would add a webhook that was deleted meanwhile, if it had a secret: without one it is refused.
      await change(connection, { method: 'PUT', path: apiPath`/webhooks/${name}`, json: withoutSecret(webhook) });
      return {};
    },
    rotateSecret: async ({ connection, name }) => {
      requireExtensions(controllers, connection, WHAT);
      const path = apiPath`/webhooks/${name}`;
      const { value, etag } = await controllers.readTagged(connection, path);
      const secret = newSecret();
      const json = { ...withoutSecret(webhookSchema.parse(value)), secret };
      await controllers.change(connection, { method: 'PUT', path, json, headers: preconditionOf({ document: value, etag }) });
      return { secret };
    },
    remove: async ({ connection, name }) => {
      await change(connection, { method: 'DELETE', path: apiPath`/webhooks/${name}` });
      return {};
    },
    test: async ({ connection, name }) => {
      const answer = await change(connection, { method: 'POST', path: apiPath`/webhooks/${name}/test` });
      return webhookTestSchema.parse(answer.value);
    },
    replay: async ({ connection, name, after }) => {
      await change(connection, { method: 'POST', path: apiPath`/webhooks/${name}/replay`, json: { after } });
      return {};
    },
  };
}

/** As Standard Webhooks has it: `whsec_` and base64. */
function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** The configuration that leaves the stored secret as it is. */
function withoutSecret({ secret: _, secretSet: __, ...configuration }: Webhook): Omit<Webhook, 'secret' | 'secretSet'> {
  return configuration;
}

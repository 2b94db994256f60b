import { apiKeyListSchema, createdApiKeySchema, newApiKeySchema, type ApiKey } from '#contract/api-v3/api-key.ts';
import type { ApiKeys, ListedKey } from '../../keys/api-keys.ts';
import { requireOwnRights } from '../../keys/creator-rights.ts';
import { lastDayOf } from '#http/keys/key-days.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { empty, json, namedSchema, operation } from '#http/openapi/operation.ts';

const TAG = 'service';
const ADMIN = { scope: 'admin', isExtension: true } as const;

/** Routes of the API keys: list, create and revoke. */
export function keyRoutes(app: FastifyApp, apiKeys: ApiKeys): void {
  const list = {
    summary: 'List the API keys, the oldest first',
    ...ADMIN,
    description: 'Revoked and expired keys stay in the list. The text of a key is not stored and cannot be read.',
  };
  app.get('/keys', { schema: operation(TAG, list, { response: { 200: json('All keys.', apiKeyListSchema) } }) }, async () => {
    const keys = await apiKeys.list();
    return keys.map(toApiKey);
  });
  createRoute(app, apiKeys);
  const revoke = {
    summary: 'Revoke an API key',
    ...ADMIN,
    description: 'It is refused from the next request on, responses in progress end, and it stays in the list. Its name is free again.',
  };
  app.delete(
    '/keys/:name',
    { schema: operation(TAG, revoke, { params: namedSchema, response: { 204: empty('Revoked.') } }) },
    async (request, reply) => {
      await apiKeys.revoke(request.params.name);
      return reply.code(204).send();
    },
  );
}

function createRoute(app: FastifyApp, apiKeys: ApiKeys): void {
  const about = {
    summary: 'Create an API key',
    ...ADMIN,
    description:
      'The response has the text of the key, which cannot be read again. A key cannot create one with a scope or a printer that it does not have itself, ' +
      'or one that is valid longer. A repeat with the same `Idempotency-Key` is refused with `name-taken`, since the text is not stored: revoke the ' +
      'key then, and create it again.',
  };
  const response = { 201: json('The text of the key.', createdApiKeySchema) };
  app.post('/keys', { schema: operation(TAG, about, { body: newApiKeySchema, response }) }, async (request, reply) => {
    const { name, scopes, printers, expires: lastDay } = request.body;
    const expires = lastDay === undefined ? undefined : apiKeys.endOf(lastDay);
    requireOwnRights(request.grant, { scopes, printers, expires });
    // Keeps the response, which has the text, out of the stored responses.
    request.idempotency?.storeLater();
    const key = await apiKeys.add({ name, scopes, printers }, expires);
    return reply.code(201).header('cache-control', 'no-store').send({ key });
  });
}

function toApiKey({ name, scopes, printers, state, created, expires, revoked, lastUsed }: ListedKey): ApiKey {
  return {
    ...{ name, scopes: [...scopes], state, created: isoTime(created) },
    ...(printers && { printers: [...printers] }),
    ...(expires !== undefined && { expires: lastDayOf(expires) }),
    ...(revoked !== undefined && { revoked: isoTime(revoked) }),
    ...(lastUsed !== undefined && { lastUsed: isoTime(lastUsed) }),
  };
}

function isoTime(moment: number): string {
  return new Date(moment).toISOString();
}

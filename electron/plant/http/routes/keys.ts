import { z } from 'zod';
import { nameSchema } from '#contract/api-v3/name.ts';
import { createdPlantKeySchema, newPlantKeySchema, plantKeyListSchema } from '#contract/plant/plant-key.ts';
import { newPlantSessionSchema, plantSessionSchema } from '#contract/plant/plant-session.ts';
import { ProblemError } from '#contract/problem.ts';
import { sessionCookie, sessionSecrets } from '#http/app/session-cookie.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import type { KeyGuessThrottle } from '#http/keys/key-guess-throttle.ts';
import { empty, json } from '#http/openapi/operation.ts';
import type { Plant } from '../../plant.ts';
import { grantOfKey } from '../app/guard-plant-access.ts';
import { plantOperation } from '../app/plant-operation.ts';

const TAG = 'keys';

/** Keys of controllers and other machines. */
export function keyRoutes(app: FastifyApp, plant: Plant): void {
  const list = { summary: 'All keys that were ever created, the oldest first', scope: 'admin' } as const;
  app.get('/keys', { schema: plantOperation(TAG, list, { response: { 200: json('The keys.', plantKeyListSchema) } }) }, () =>
    plant.keys.list(),
  );
  const add = { summary: 'Creates a key', scope: 'admin' } as const;
  const added = { body: newPlantKeySchema, response: { 201: json('Its text, which is not stored.', createdPlantKeySchema) } };
  app.post('/keys', { schema: plantOperation(TAG, add, added) }, async ({ body }, reply) =>
    reply.code(201).send({ key: await plant.keys.add(body) }),
  );
  const revoke = { summary: 'Revokes a key and ends its sessions', scope: 'admin' } as const;
  const revoked = { params: z.object({ name: nameSchema }), response: { 204: empty('Revoked.') } };
  app.post('/keys/:name/revoke', { schema: plantOperation(TAG, revoke, revoked) }, async ({ params }, reply) => {
    await plant.keys.revoke(params.name);
    return reply.code(204).send();
  });
}

/** Sessions of browsers: a person sends a key once, and the browser keeps a cookie that scripts cannot read. */
export function sessionRoutes(app: FastifyApp, plant: Plant, guesses: KeyGuessThrottle): void {
  const open = { summary: 'Opens a session of a browser by a key', scope: 'none' } as const;
  const opened = { body: newPlantSessionSchema, response: { 204: empty('The answer sets a cookie.') } };
  app.post('/session', { schema: plantOperation(TAG, open, opened) }, async (request, reply) => {
    const grant = await grantOfKey(request, request.body.key, { plant, guesses });
    const session = await plant.sessions.open(grant);
    return reply.code(204).header('set-cookie', sessionCookie(request.raw, session)).send();
  });
  const current = { summary: 'The key of the session', scope: 'none' } as const;
  app.get(
    '/session',
    { schema: plantOperation(TAG, current, { response: { 200: json('The key.', plantSessionSchema) } }) },
    async ({ raw }) => {
      const grant = await plant.sessions.find(sessionSecrets(raw));
      if (!grant) throw new ProblemError('unauthorized', { detail: 'This browser has no session.' });
      return { name: grant.name, scopes: [...grant.scopes] };
    },
  );
  const close = { summary: 'Ends the session', scope: 'none' } as const;
  app.delete('/session', { schema: plantOperation(TAG, close, { response: { 204: empty('Ended.') } }) }, async ({ raw }, reply) => {
    await plant.sessions.close(sessionSecrets(raw));
    return reply
      .code(204)
      .header('set-cookie', sessionCookie(raw, { secret: '', seconds: 0 }))
      .send();
  });
}

import { z } from 'zod';
import { emailSettingsSchema, emailStateSchema, emailTestRequestSchema, emailTestSchema } from '#contract/api-v3/email.ts';
import type { Controller } from '#controller/controller.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { empty, json, operation } from '#http/openapi/operation.ts';
import { authorOf } from './author.ts';

const TAG = 'email';
/** Settings and state name people and devices that a limited key may not know. */
const ADMIN = { scope: 'admin', isExtension: true } as const;

/** Routes of e-mails: settings, state, test, and acknowledgement of alarms. */
export function emailRoutes(app: FastifyApp, controller: Controller): void {
  settingsRoutes(app, controller);
  stateRoutes(app, controller);
}

function settingsRoutes(app: FastifyApp, { emails }: Controller): void {
  app.get(
    '/email',
    {
      schema: operation(
        TAG,
        { summary: 'Read the settings of e-mails', ...ADMIN },
        { response: { 200: json('The settings, without the password.', emailSettingsSchema) } },
      ),
    },
    async () => emails.settings(),
  );
  const about = {
    summary: 'Replace the settings of e-mails',
    ...ADMIN,
    description:
      'Fields that are left out get their defaults; a password that is left out is kept while the host is the same, and null removes it. ' +
      'Switched on, the rules see the events from then on; switched off, what waits is forgotten.',
  };
  app.put(
    '/email',
    { schema: operation(TAG, about, { body: emailSettingsSchema, response: { 204: empty('Replaced.') } }) },
    async (request, reply) => {
      await emails.put(
        request.body,
        conditionOf(request, async (trx) => jsonTags(await emails.settings(trx))),
      );
      return reply.code(204).send();
    },
  );
}

function stateRoutes(app: FastifyApp, { emails }: Controller): void {
  app.get(
    '/email/state',
    {
      schema: operation(
        TAG,
        { summary: 'Read what waits to be sent, and the alarms that were', ...ADMIN },
        { response: { 200: json('The state.', emailStateSchema) } },
      ),
    },
    async () => emails.state(),
  );
  const test = { summary: 'Send a test e-mail with the stored settings', ...ADMIN };
  app.post(
    '/email/test',
    { schema: operation(TAG, test, { body: emailTestRequestSchema, response: { 200: json('What became of it.', emailTestSchema) } }) },
    async (request) => emails.test(request.body),
  );
  const acknowledgement = {
    summary: 'Acknowledge an alarm that was sent',
    scope: 'print',
    isExtension: true,
    printer: 'every',
    description: 'It is not escalated any more. The header `strobe-author`, percent-encoded, names the person.',
  } as const;
  app.post(
    '/email/alarms/:alarm/acknowledge',
    {
      schema: operation(TAG, acknowledgement, {
        params: z.object({ alarm: z.string().describe('As in the state.') }),
        response: { 204: empty('Acknowledged.') },
      }),
    },
    async (request, reply) => {
      await emails.acknowledge(request.params.alarm, authorOf(request));
      return reply.code(204).send();
    },
  );
}

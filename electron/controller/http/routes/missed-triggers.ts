import { missedTriggersPageSchema, missedTriggersQuerySchema } from '#contract/api-v3/missed-trigger.ts';
import type { Controller } from '#controller/controller.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { json } from '#http/openapi/operation.ts';
import { onPrinter } from './on-printer.ts';

/** The route of triggers that made no print. */
export function missedTriggerRoutes(app: FastifyApp, controller: Controller): void {
  onPrinter(
    { app, controller },
    {
      method: 'GET',
      path: '/missedTriggers',
      tag: 'history',
      about: {
        summary: 'Read the triggers that made no print, newest first',
        scope: 'read',
        description: 'None of them used a counter value or a row. The newest 100 000 of the controller are stored.',
        isExtension: true,
      },
      nameless: 'extension',
      querystring: missedTriggersQuerySchema,
      response: { 200: json('A page of missed triggers.', missedTriggersPageSchema) },
    },
    ({ printer, query }) => controller.missedTriggers.page(printer, query),
  );
}
